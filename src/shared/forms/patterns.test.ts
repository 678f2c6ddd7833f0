import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkDefinition, type FormBody, submitForm } from './index.ts';
import { PATTERN_MAX_LENGTH, PATTERN_MAX_STATES } from './pattern-program.ts';
import { checkPattern, matchesPattern, runPattern } from './patterns.ts';

/** Matches the whole text with the built-in engine. */
const builtIn = (source: string, text: string): boolean => new RegExp(`^(?:${source})$`, 'u').test(text);

test('FRM-08 the whole text must match', () => {
  const cases: readonly (readonly [pattern: string, matching: readonly string[], others: readonly string[]])[] = [
    [
      '[A-Z]{2}\\d{2}[A-Z0-9]{11,30}',
      ['EE382200221020145685'],
      ['EE38', 'ee382200221020145685', 'EE38220022102014568 '],
    ],
    ['\\d{3}-\\d{3}', ['123-456'], ['123-4567', ' 123-456', '']],
    ['[1-6]\\d{10}', ['38001085718'], ['78001085718']],
    ['\\p{Lu}\\p{L}+(?:[ -]\\p{Lu}\\p{L}+)*', ['Õnne Šmidt-Žukov', 'Иван'], ['õnne', 'A', 'Anna 1']],
    ['(?:https?|ftp)://[^\\s/]+(?:/\\S*)?', ['https://verva.dev', 'ftp://a/b'], ['https:/x', 'http://']],
    ['.{2}', ['😀a', '您好'], ['😀', 'a\n']],
    ['^a|b$', ['a', 'b'], ['ab', '']],
    ['(?:a$|b)c?', ['a', 'b', 'bc'], ['ac']],
    ['', [''], ['a']],
    ['a{0}b*?', ['', 'bbb'], ['a']],
    ['[\\]\\-^]+', ['^-]'], ['a']],
  ];
  for (const [pattern, matching, others] of cases) {
    assert.equal(checkPattern(pattern), null, pattern);
    for (const text of matching) assert.equal(matchesPattern(pattern, text), true, `${pattern} ${text}`);
    for (const text of others) assert.equal(matchesPattern(pattern, text), false, `${pattern} ${text}`);
    for (const text of [...matching, ...others]) assert.equal(matchesPattern(pattern, text), builtIn(pattern, text));
  }
});

const atom = fc.constantFrom(
  ...[
    'a',
    'b',
    '.',
    '[ab]',
    '[^a]',
    '\\d',
    '\\w',
    '\\s',
    '\\S',
    '[b-d1]',
    '\\p{L}',
    '\\.',
    '-',
    ' ',
    'õ',
    '\\u0061',
    '^',
    '$',
  ],
);
const { pattern } = fc.letrec<{ pattern: string }>((tie) => {
  const group = fc.tuple(fc.constantFrom('(', '(?:'), tie('pattern')).map(([open, inner]) => `${open}${inner})`);
  const count = fc.constantFrom('*', '+', '?', '{2}', '{0,2}', '{1,}', '{0}', '*?', '+?');
  const repeatable = fc.oneof(
    atom.filter((one) => one !== '^' && one !== '$'),
    group,
  );
  return {
    pattern: fc.oneof(
      { depthSize: 'small', maxDepth: 4 },
      atom,
      fc.tuple(repeatable, count).map((parts) => parts.join('')),
      fc.array(tie('pattern'), { maxLength: 3 }).map((parts) => parts.map((part) => `(?:${part})`).join('')),
      fc.tuple(tie('pattern'), tie('pattern')).map((parts) => parts.join('|')),
      group,
    ),
  };
});

test('FRM-08 generated patterns match what the built-in engine matches', () => {
  let matched = 0;
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', '-', '.', ' ', 'õ', '\n', '😀'), maxLength: 7 });
  fc.assert(
    fc.property(pattern, fc.array(text, { minLength: 5, maxLength: 5 }), (source, texts) => {
      fc.pre(checkPattern(source) === null);
      for (const one of texts) {
        const expected = builtIn(source, one);
        if (expected) matched += 1;
        assert.equal(matchesPattern(source, one), expected, `${source} on ${JSON.stringify(one)}`);
      }
    }),
    { numRuns: 3000 },
  );
  assert.ok(matched > 1000, `enough of them match: ${matched}`);
});

test('FRM-08 patterns that stall other engines take time in proportion to the text', () => {
  for (const source of [
    '(a+)+$',
    '(a|a)*b',
    '(a*)*b',
    '(a|aa)+b',
    '(.*a){20}b',
    '([a-z]+)*\\d',
    '(?:a?){50}a{50}b',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '(a|b)*a(a|b){60}c',
  ]) {
    assert.equal(checkPattern(source), null, source);
    for (const end of ['!', 'b']) {
      const steps = (length: number) => runPattern(source, 'a'.repeat(length - 1) + end).steps;
      steps(100);
      const [few, many] = [steps(1000), steps(10_000)];
      assert.ok(many <= few * 10 + PATTERN_MAX_STATES, `${source}: ${few} and ${many} steps`);
      assert.ok(many <= 10_000 * (PATTERN_MAX_STATES + 1));
    }
  }
  // A text that keeps producing new sets of states, so that the cache does not help.
  const bits = Array.from({ length: 10_000 }, (_, index) => ((index * index * 7919) % 31 < 15 ? 'a' : 'b')).join('');
  const { isMatch, steps } = runPattern('(a|b)*a(a|b){60}c', bits);
  assert.equal(isMatch, false);
  assert.ok(steps <= 10_000 * 250, `${steps} steps`);
});

test('FRM-08 an invalid or too large pattern is refused with the position', () => {
  for (const [source, problem] of [
    ['(', /"\)" is expected \(position 2\)/],
    ['a)', /closed that was not opened \(position 2\)/],
    ['*a', /position 1/],
    ['a**', /position 3/],
    ['[b-a]', /not a set of characters \(position 1\)/],
    ['[a', /position 1/],
    ['a{2,1}', /number of repetitions/],
    ['a{', /position 2/],
    ['\\p{Nothing}', /not a set of characters/],
    ['(a)\\1', /position 4/],
    ['a(?=b)', /groups/],
    ['(?<n>a)', /groups/],
    ['\\bword\\b', /position 1/],
    ['a{301}', /too large/],
    ['((a{10}){10}){10}', /too large/],
    ['(((((()*)*)*)*)*){1000}', /too large/],
    ['a'.repeat(PATTERN_MAX_LENGTH + 1), /more than 500 characters/],
  ] as const) {
    assert.match(String(checkPattern(source)?.detail), problem, source);
  }
});

test('FRM-08 any text is a pattern or is refused', () => {
  const unit = fc.constantFrom(
    ...'ab1.()[]{}*+?|^$\\-,',
    '(?:',
    '\\d',
    '\\p{L}',
    '{2,3}',
    '[^',
    '\\u{1F600}',
    '😀',
    '\u0000',
  );
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit, maxLength: 30 }), fc.string()), fc.string({ unit }), (source, text) => {
      if (checkPattern(source) !== null) return;
      assert.equal(matchesPattern(source, text), builtIn(source, text), `${source} on ${text}`);
    }),
    { numRuns: 3000 },
  );
});

test("FRM-08 a text in the wrong format of its field is refused with the administrator's message", () => {
  const field = (more: object) => ({ type: 'text', label: { en: 'Account' }, pattern: 'EE\\d{4}', ...more });
  const message = { en: 'Give an Estonian account.', et: 'Anna Eesti konto.' };
  const children = [field({ key: 'plain' }), field({ key: 'own', patternMessage: message }), field({ key: 'empty' })];
  const body = { formatVersion: 1, id: 'f', title: { en: 'f' }, root: { type: 'stack', id: 'root', children } };
  assert.deepEqual(checkDefinition(body), []);
  const wrong = { plain: 'EE12345', own: 'x' };
  const { errors } = submitForm(body as unknown as FormBody, wrong, { languageId: 'et', today: '2026-11-21' });
  assert.deepEqual(errors, [
    { pointer: '/variables/plain', code: 'field.pattern', params: { attribute: 'Account' } },
    { pointer: '/variables/own', code: 'field.rule', params: { message: 'Anna Eesti konto.' } },
  ]);
  const right = submitForm(body as unknown as FormBody, { plain: 'EE1234' }, { languageId: 'et', today: '2026-11-21' });
  assert.deepEqual(right.errors, []);
  children[0] = field({ key: 'plain', pattern: '(a+' });
  assert.deepEqual(
    checkDefinition(body).map(({ pointer, params }) => [pointer, params?.detail]),
    [['/root/children/0/pattern', '")" is expected (position 4)']],
  );
});
