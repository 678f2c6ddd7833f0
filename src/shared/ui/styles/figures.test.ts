import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { MOBILE_MAX_WIDTH, NARROW_MAX_WIDTH } from '../../contracts/constants.ts';

const ROOT = new URL('../../../../', import.meta.url).pathname;
const WITHOUT_CODE = /\.(test|support|messages)\.|\.d\.ts$|\/public\//;

const sources = (pattern: string) =>
  globSync(pattern, { cwd: ROOT })
    .filter((file) => !WITHOUT_CODE.test(file))
    .map((file) => ({ file, text: withoutComments(readFileSync(ROOT + file, 'utf8')) }));

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

/** No decision of design. */
const PLAIN = new Set(['#ffffff', '#000000']);

test('CONST-01 each colour is written once', () => {
  const places = new Map<string, string[]>();
  for (const { file, text } of sources('src/**/*.{ts,tsx,css}')) {
    for (const [found] of text.matchAll(/#[0-9a-f]{6}\b/gi)) {
      const colour = found.toLowerCase();
      if (!PLAIN.has(colour)) places.set(colour, [...(places.get(colour) ?? []), file]);
    }
  }
  assert.ok(places.size > 20, 'Colours were found.');
  assert.deepEqual(
    [...places].filter(([, files]) => files.length > 1),
    [],
  );
});

test('LAY-13 style sheets of pages have no important declarations, which those of elements would override from their layer', () => {
  const sheets = sources('src/host/**/*.css');
  assert.ok(sheets.length > 20, 'Sheets were found.');
  assert.deepEqual(
    sheets.filter(({ text }) => text.includes('!important')).map(({ file }) => file),
    [],
  );
});

/** What a rule for one theme may set: colours, and the scheme itself. */
const OF_THEMES =
  /^(--verva-[\w-]+|color-scheme|background(-color)?|(border|outline)-color|color|fill|stroke|box-shadow|opacity|filter)$/;

// So what fits in one theme fits in the other, and pictures and measurements of one are enough.
test('LAY-15 LAY-16 light and dark differ in colours only', () => {
  let rules = 0;
  for (const { file, text } of sources('src/**/*.css')) {
    assert.doesNotMatch(text, /@media[^{]*prefers-color-scheme/, file);
    for (const [, selector, block] of text.matchAll(/([^{}]*\[data-theme[^{}]*)\{([^{}]*)\}/g)) {
      rules += 1;
      const set = block!.split(';').flatMap((one) => one.split(':')[0]?.trim() || []);
      assert.deepEqual(
        set.filter((property) => !OF_THEMES.test(property)),
        [],
        `${file}: ${selector}`,
      );
    }
  }
  assert.ok(rules > 0, 'Rules of themes were found.');
});

// Queries of CSS have no variables: the figures of the product appear in each sheet, so each must be one of these.
test('CONST-01 LAY-13 style sheets change their layout at the widths of the constants', () => {
  /** Widths of a container or a page at which only its own layout changes, by sheet. */
  const own: Readonly<Record<string, readonly number[]>> = {
    'builder/builder.css': [860, 1100],
    'manuals/manuals.css': [1100],
    'records/record-table.css': [100],
    'styles/components.css': [900],
    'styles/delegations.css': [560],
    'styles/doctor.css': [480],
    'styles/files.css': [560],
    'styles/form-controls.css': [560],
    'styles/form-layout.css': [560, 561],
    'styles/forms.css': [560, 561],
    'styles/hr-card.css': [900],
    'styles/profile.css': [419, 480],
    'styles/tasks.css': [130],
    'styles/timeline.css': [88, 560],
  };
  /** Up to this width, tables show two lines a row. */
  const folded = 1023;
  const common = [MOBILE_MAX_WIDTH, MOBILE_MAX_WIDTH + 1, NARROW_MAX_WIDTH, folded, folded + 1];
  const unknown = sources('src/{host,shared,widgets,server}/**/*.css').flatMap(({ file, text }) => {
    const allowed = [...common, ...(own[file.split('/').slice(-2).join('/')] ?? [])];
    return [...text.matchAll(/@(?:media|container)[^{]*?\((?:max|min)-width: (\d+)px\)[^{]*/g)]
      .flatMap(([query]) => [...query.matchAll(/-width: (\d+)px/g)])
      .filter(([, width]) => !allowed.includes(Number(width)))
      .map(([query]) => `${file}: ${query}`);
  });
  assert.deepEqual(unknown, []);
});

test('EMB-01 CONST-01 the font that loads before the first layout is that of the style sheet', () => {
  const [tokens, prefetch] = ['src/shared/ui/styles/tokens.css', 'src/prefetch.ts'].map((file) =>
    readFileSync(ROOT + file, 'utf8'),
  ) as [string, string];
  const token = (name: string) => new RegExp(`--verva-${name}: ([^;]+);`).exec(tokens)?.[1];
  assert.equal(/const FAMILY = '([^']+)'/.exec(prefetch)?.[1], token('font')?.split(',')[0]);
  assert.equal(/const WEIGHTS = \[([^\]]+)\]/.exec(prefetch)?.[1], `${token('regular')}, ${token('strong')}`);
});
