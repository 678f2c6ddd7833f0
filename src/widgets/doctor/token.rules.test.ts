import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DoctorAnswer } from '../../shared/contracts/doctor.contract.ts';
import type { Facts, TokenFacts } from './facts.ts';
import { CHECKING, LATER } from './findings.ts';
import { onToken } from './token.rules.ts';

const page = { origin: 'https://intranet.example' };
const claims = { issuer: 'https://id.example', audience: 'verva', origin: 'https://other.example' };
const on = (token: TokenFacts | undefined, loaded?: readonly string[]) =>
  onToken({ page, token, ...(loaded && { elements: { loaded } }) } as unknown as Facts);
const answered = (doctor: Partial<DoctorAnswer>, loaded?: readonly string[]) =>
  on({ kind: 'token', claims, doctor: { originAllowed: true, scopes: null, ...doctor } as DoctorAnswer }, loaded);

test('BEY-21 a page without a usable token learns what to do', () => {
  assert.equal(on(undefined), CHECKING);
  assert.deepEqual(on({ kind: 'none' }), { state: 'unknown', message: 'token.none', remedy: 'token.none.do' });
  assert.deepEqual(on({ kind: 'nothing' }), { state: 'unknown', message: 'token.nothing', remedy: 'token.nothing.do' });
  assert.deepEqual(on({ kind: 'failed', reason: 'no network' }), {
    state: 'problem',
    message: 'token.failed',
    remedy: 'token.failed.do',
    secret: 'no network',
  });
  const shape = (one: 'page' | 'json' | 'other') => on({ kind: 'shape', shape: one });
  assert.deepEqual(shape('page'), { state: 'problem', message: 'token.page', remedy: 'token.page.do' });
  assert.deepEqual(shape('json'), {
    state: 'problem',
    message: 'token.json',
    remedy: 'token.json.do',
    copy: '(await answer.json()).token',
  });
  assert.equal(on({ kind: 'token', claims, doctor: null }), LATER);
});

test('BEY-21 an accepted token is fine, and says how long it is valid', () => {
  assert.deepEqual(answered({ token: 'accepted', expiresIn: 600 }), {
    state: 'fine',
    message: 'token.fine',
    amountMs: 600_000,
  });
  assert.deepEqual(answered({ token: 'accepted', expiresIn: null }), {
    state: 'fine',
    message: 'token.fine',
    amountMs: 0,
  });
  assert.deepEqual(answered({ token: 'accepted', expiresIn: 60, scopes: ['inbox', 'task'] }), {
    state: 'fine',
    message: 'token.scoped',
    amountMs: 60_000,
    values: { scopes: 'inbox, task' },
  });
});

test('BEY-21 BEY-20 each element names the scopes that its token lacks', () => {
  const lacks = (tag: string, scopes: string[]) => answered({ token: 'accepted', expiresIn: 60, scopes }, [tag]);
  for (const [tag, scopes] of [
    ['verva-inbox', ['inbox']],
    ['verva-tasks', ['inbox']],
    ['verva-task-form', ['inbox', 'task']],
    ['verva-mass-action', ['task']],
    ['verva-delegation-editor', ['delegation']],
    ['verva-manual-reader', ['manuals']],
    ['verva-settings-users', ['people']],
    ['verva-settings-groups', ['people']],
    ['verva-settings-dropdowns', ['reference']],
    ['verva-dropdowns', ['reference']],
  ] as const) {
    assert.deepEqual(lacks(tag, ['other']), [
      {
        state: 'problem',
        message: 'token.scope',
        remedy: 'token.scope.do',
        values: { tag: `<${tag}>`, scopes: scopes.join(', ') },
        copy: `scopes: [${['other', ...scopes].map((scope) => `'${scope}'`).join(', ')}]`,
      },
    ]);
    assert.equal((lacks(tag, [...scopes]) as { message: string }).message, 'token.scoped');
  }
  assert.equal((lacks('verva-settings-users', ['people:read']) as { message: string }).message, 'token.scoped');
  {
    const tag = 'verva-profile';
    assert.deepEqual(lacks(tag, ['inbox']), [
      { state: 'problem', message: 'token.full', remedy: 'token.full.do', values: { tag: `<${tag}>` } },
    ]);
  }
  assert.equal((lacks('verva-doctor', ['x']) as { message: string }).message, 'token.scoped');
});

test('BEY-21 a refused token names the origin, the provider or what was lost', () => {
  assert.deepEqual(answered({ token: 'origin' }), {
    state: 'problem',
    message: 'token.origin',
    remedy: 'token.origin.do',
    values: { origin: page.origin, other: claims.origin },
    copy: `origin: '${page.origin}'`,
  });
  assert.deepEqual(answered({ token: 'origin', originAllowed: false }), {
    state: 'problem',
    message: 'token.organisationOrigin',
    remedy: 'origin.refused.do',
    values: { origin: page.origin },
    copy: page.origin,
  });
  assert.deepEqual(answered({ token: 'none' }), { state: 'problem', message: 'token.lost', remedy: 'token.lost.do' });
  assert.deepEqual(answered({ token: 'expired' }), {
    state: 'problem',
    message: 'token.expired',
    remedy: 'token.expired.do',
    values: { issuer: claims.issuer, audience: claims.audience },
  });
});
