import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { cleanName, isPlainName, nameFault } from './name.rules.ts';

const REAL: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(new URL('../../../test/fixtures/names.json', import.meta.url), 'utf8'),
);
const isTaken = (name: string) => nameFault(cleanName(name)) === undefined;
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

test('VAL-11 the seventeen names of the design have the expected result', () => {
  const kept: [string, string][] = [
    ['علی‌رضا حسینی', 'علی‌رضا حسینی'],
    ['Nguyễn Văn Đức'.normalize('NFD'), 'Nguyễn Văn Đức'],
    ['張偉 David', '張偉 David'],
    ['王小明David', '王小明David'],
    ["Anne-Marie  O'Neill ", "Anne-Marie O'Neill"],
    ['Иванов-Smith', 'Иванов-Smith'],
    ['ශ්‍රී ලංකා', 'ශ්‍රී ලංකා'],
    ['葛󠄀城', '葛󠄀城'],
    ['Ａｎｎａ', 'Ａｎｎａ'],
    ['Ⅳ Карл', 'Ⅳ Карл'],
    // A name only of letters that look Latin is a name in its own script.
    ['Анна', 'Анна'],
  ];
  for (const [typed, stored] of kept) {
    assert.equal(cleanName(typed), stored);
    assert.ok(isTaken(typed), typed);
  }
  const refused = [
    'Anna\u202enimda',
    'An\u200bna',
    'Аnna',
    'Anna\u{e0041}',
    'b\u0300\u0301\u0302\u0303ob',
    'An\u200cna',
  ];
  for (const typed of refused)
    assert.deepEqual(nameFault(cleanName(typed)), { code: 'field.name' }, JSON.stringify(typed));
});

test('VAL-11 hostile names: hidden characters, piles of marks and mixed words are refused', () => {
  const hidden = [
    ...range(0x00, 0x08),
    ...range(0x0e, 0x1f),
    ...range(0x7f, 0x84),
    ...range(0x86, 0x9f),
    ...[0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180e, 0x2800, 0x3164, 0xffa0, 0xfeff, 0xfffc, 0xfffd],
    ...range(0x180b, 0x180d),
    ...range(0x200b, 0x200f),
    ...range(0x202a, 0x202e),
    ...range(0x2060, 0x206f),
    ...range(0xfe00, 0xfe0f),
    ...range(0xfff9, 0xfffb),
    ...range(0x600, 0x605),
    ...[0xe000, 0xf8ff, 0xf0000, 0x10ffff, 0xd800, 0xdfff, 0x1d159, 0x1d173, 0x1bca0, 0xe0001],
    ...range(0xe0020, 0xe007f),
    ...range(0xe0100, 0xe010f),
  ].map((code) => String.fromCodePoint(code));
  const hostile = hidden.flatMap((one) => [
    `${one}Anna Tamm`,
    `An${one}na Tamm`,
    `Anna ${one} Tamm`,
    `Anna Tamm${one}`,
    one,
  ]);
  const likes: Readonly<Record<string, string>> = {
    а: 'a',
    е: 'e',
    о: 'o',
    р: 'p',
    с: 'c',
    х: 'x',
    у: 'y',
    і: 'i',
    ѕ: 's',
    ј: 'j',
    ո: 'n',
    օ: 'o',
    ս: 'u',
    ο: 'o',
    ν: 'v',
    α: 'a',
    ι: 'i',
    ρ: 'p',
    Α: 'A',
    Β: 'B',
    Ꭺ: 'A',
    ⲟ: 'o',
  };
  for (const name of ['Anna Vaniop', 'pascuxyjs', 'ABoeiv']) {
    for (const [like, latin] of Object.entries(likes)) {
      if (name.includes(latin)) hostile.push(name.replace(latin, like));
    }
  }
  for (const count of range(4, 40))
    hostile.push(`Z${'\u0335'.repeat(count)}algo`, `Zalgo${'\u0300\u0316'.repeat(count)}`);
  for (const mark of ['\u0301', '\u20dd', '\u0489']) hostile.push(`${mark}Anna`, `Anna ${mark}Tamm`);
  for (const joiner of ['\u200c', '\u200d']) {
    hostile.push(
      `ad${joiner}min`,
      `علی${joiner}`,
      `${joiner}علی`,
      `عل${joiner}${joiner}ی`,
      `а${joiner}б`,
      `王${joiner}明`,
      `री${joiner}`,
    );
  }
  hostile.push('علی‍', '👩\u200d💻');
  assert.ok(hostile.length >= 200, `${hostile.length}`);
  assert.deepEqual(
    hostile.filter(isTaken).map((name) => JSON.stringify(name)),
    [],
  );
});

test('VAL-11 335 names of 67 languages are accepted unchanged, in either form of Unicode', () => {
  const names = Object.values(REAL).flat();
  assert.ok(Object.keys(REAL).length >= 40 && names.length >= 200);
  assert.deepEqual(
    names.filter((name) => !isTaken(name)),
    [],
  );
  for (const name of names) {
    assert.equal(cleanName(name.normalize('NFD')), cleanName(name));
    assert.equal(cleanName(cleanName(name)), cleanName(name));
  }
});

test('VAL-11 more than 2,000 names, each given name with each family name of its language in both orders, are accepted', () => {
  const combined = new Set(
    Object.values(REAL).flatMap((names) => {
      const words = names.map((name) => name.split(' '));
      return words.flatMap(([first]) => words.flatMap((one) => [`${first} ${one.at(-1)}`, `${one.at(-1)}, ${first}`]));
    }),
  );
  assert.ok(combined.size >= 2000, `${combined.size}`);
  assert.deepEqual(
    [...combined].filter((name) => !isTaken(name)),
    [],
  );
});

test('VAL-11 each run of white space becomes one space; the maximum is 200 characters', () => {
  assert.equal(cleanName('  Mari \n\u00a0\u3000\u2028 Tamm\t'), 'Mari Tamm');
  assert.deepEqual(nameFault(''), { code: 'field.required' });
  assert.equal(nameFault('x'.repeat(200)), undefined);
  assert.deepEqual(nameFault('x'.repeat(201)), { code: 'field.too_long', params: { max: 200 } });
  assert.equal(isPlainName('Mari Tamm'), true);
});
