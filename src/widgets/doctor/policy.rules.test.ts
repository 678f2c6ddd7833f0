import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Violation } from './facts.ts';
import { policyFaults } from './policy.rules.ts';

const VERVA = 'https://verva.example';
const violation = (directive: string, blocked: string, policy: string, more: Partial<Violation> = {}): Violation => ({
  directive,
  blocked,
  source: '',
  sample: '',
  policy,
  isReport: false,
  ...more,
});
const faults = (...violations: Violation[]) => policyFaults(violations, [VERVA], []);
const mended = (directive: string, policy: string, blocked = `${VERVA}/x.js`) =>
  faults(violation(directive, blocked, policy))[0]?.mended;

test('BEY-21 a directive is corrected with the sources that it, or the one it falls back to, allows now', () => {
  assert.equal(mended('script-src-elem', "default-src 'self'; script-src a"), `script-src a ${VERVA}`);
  assert.equal(mended('script-src-elem', "default-src 'self'; script-src-elem b"), `script-src-elem b ${VERVA}`);
  assert.equal(mended('script-src-elem', "default-src 'self'"), `script-src 'self' ${VERVA}`);
  assert.equal(mended('style-src-elem', "default-src 'self'; style-src c"), `style-src c ${VERVA}`);
  assert.equal(mended('style-src-elem', "default-src 'self'"), `style-src 'self' ${VERVA}`);
  assert.equal(mended('worker-src', 'default-src a; script-src b; child-src c'), `worker-src c ${VERVA}`);
  assert.equal(mended('worker-src', 'default-src a; script-src b'), `worker-src b ${VERVA}`);
  assert.equal(mended('worker-src', 'default-src a'), `worker-src a ${VERVA}`);
  assert.equal(mended('connect-src', "Default-Src 'none'"), `connect-src ${VERVA}`);
  assert.equal(mended('connect-src', 'img-src a'), `connect-src ${VERVA}`, 'nothing restricts it');
  assert.equal(
    mended('connect-src', 'connect-src a; connect-src b'),
    `connect-src a ${VERVA}`,
    'the first one applies',
  );
  assert.equal(mended('connect-src', `connect-src ${VERVA}  'nonce-abc'`), `connect-src ${VERVA} 'nonce-…'`);
});

test('BEY-21 addresses come before schemes, whatever the order of the violations', () => {
  const policy = "img-src 'self'";
  const all = [`${VERVA}/logo.svg`, 'data', 'blob'].map((blocked) =>
    violation('img-src', blocked, policy, { source: `${VERVA}/inbox.js` }),
  );
  for (const some of [all, [...all].reverse()]) {
    const [fault, ...others] = faults(...some);
    assert.deepEqual(others, []);
    assert.equal(fault?.mended, `img-src 'self' ${VERVA} data: blob:`);
    assert.deepEqual(fault?.sources, [VERVA, 'data:', 'blob:']);
  }
});

test('BEY-21 a fault is needed, optional, only reported, or of another kind', () => {
  const kind = (directive: string, blocked: string, more: Partial<Violation> = {}) =>
    faults(violation(directive, blocked, 'default-src x', { source: `${VERVA}/inbox.js`, ...more }))[0]?.kind;
  const address = `${VERVA}/x`;
  assert.equal(kind('script-src-elem', address), 'needed');
  assert.equal(kind('connect-src', VERVA), 'needed');
  assert.equal(kind('connect-src', address, { isReport: true }), 'reported');
  for (const directive of ['font-src', 'worker-src']) assert.equal(kind(directive, address), 'optional');
  assert.equal(kind('worker-src', 'blob'), 'optional');
  assert.equal(kind('trusted-types', 'trusted-types-policy', { sample: 'verva-pdf' }), 'optional');
  assert.equal(kind('trusted-types', 'trusted-types-policy'), 'other');
  assert.equal(kind('style-src-elem', 'inline'), 'other');
  assert.equal(kind('frame-src', address), 'other');
});

test('BEY-21 violations of the page itself and of others do not concern the elements', () => {
  assert.deepEqual(faults(violation('img-src', 'https://other.example/a.png', 'img-src x')), []);
  assert.deepEqual(faults(violation('img-src', `${VERVA}.evil.example/a.png`, 'img-src x')), []);
  assert.deepEqual(faults(violation('connect-src', 'data', 'connect-src x')), []);
  const picture = violation('img-src', 'data', 'img-src x');
  assert.deepEqual(faults(picture), []);
  assert.equal(policyFaults([picture], [VERVA], ['data'])[0]?.mended, 'img-src x data:');
  assert.deepEqual(policyFaults([{ ...picture, directive: 'font-src' }], [VERVA], ['data']), []);
});

test('BEY-21 each policy has its own faults, also where one is only reported', () => {
  const at = (policy: string, isReport = false) => violation('connect-src', `${VERVA}/api`, policy, { isReport });
  const found = faults(at('connect-src a'), at('connect-src b'), at('connect-src a', true), at('connect-src a'));
  assert.deepEqual(
    found.map(({ kind, mended: text }) => [kind, text]),
    [
      ['needed', `connect-src a ${VERVA}`],
      ['needed', `connect-src b ${VERVA}`],
      ['reported', `connect-src a ${VERVA}`],
    ],
  );
});
