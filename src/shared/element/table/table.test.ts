import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DESIGN_TOKENS, OWN_TOKENS } from './design-tokens.ts';
import { COMMON_EVENTS, ELEMENTS, type ElementEntry } from './elements.ts';
import { COMMANDS, EVENTS } from './events.ts';

const SOURCES = join(import.meta.dirname, '../../..');
const elements = Object.entries<ElementEntry>(ELEMENTS);

/** All code below a folder of src, without tests. */
function codeOf(folder: string): string {
  return readdirSync(join(SOURCES, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(join(SOURCES, folder, file), 'utf8'))
    .join('\n');
}

/** Distinct matches of the first group of a pattern, in order. */
const found = (code: string, pattern: RegExp): string[] =>
  [...new Set([...code.matchAll(pattern)].map((match) => match[1] as string))].sort();
const sorted = (names: Iterable<string>): string[] => [...names].sort();
const emitted = (code: string) => found(code, /\.(?:emit|ask)\(\s*'(verva-[a-z-]+)'/g);

const widgets = new Map(
  readdirSync(join(SOURCES, 'widgets')).map((name) => [`verva-${name}`, codeOf(`widgets/${name}`)]),
);

test('EMB-06 the table names every element, and only elements', () => {
  const tags = elements.flatMap(([tag, { replacedBy }]) => (replacedBy ? [] : tag));
  assert.deepEqual(sorted(tags), sorted(widgets.keys()));
});

for (const [tag, { events, commands = [], shows = [], parts = {}, replacedBy }] of elements) {
  test(`EMB-05 EMB-06 the table lists the events, parts and nested elements that the code of ${tag} has`, () => {
    const code = widgets.get(replacedBy ?? tag) ?? '';
    assert.deepEqual(emitted(code), sorted(events));
    assert.deepEqual(found(code, /\.addEventListener\('(verva-\w+-command)'/g), sorted(commands));
    assert.deepEqual(found(code, /<(verva-[a-z-]+)\s/g), sorted(shows));
    assert.deepEqual(found(code, /\bpart="([\w-]+)"/g), sorted(Object.keys(parts)));
    for (const [, inner, passed] of code.matchAll(/<(verva-[a-z-]+)[^>]*exportparts="([^"]*)"/g)) {
      const known: ElementEntry | undefined = ELEMENTS[inner as keyof typeof ELEMENTS];
      assert.deepEqual(sorted((passed ?? '').split(', ')), sorted(Object.keys(known?.parts ?? {})), `${tag} ${inner}`);
    }
  });
}

test('EMB-05 events that no element dispatches itself are listed for every element', () => {
  const loader = readFileSync(join(SOURCES, 'loader.ts'), 'utf8');
  const common = [...emitted(codeOf('shared')), ...found(loader, /new CustomEvent(?:<[^(]*>)?\('(verva-[a-z-]+)'/g)];
  assert.deepEqual(sorted(common), sorted(COMMON_EVENTS));
  const all = [...elements.flatMap(([, { events }]) => events), ...COMMON_EVENTS];
  assert.deepEqual(sorted(new Set(all)), sorted(Object.keys(EVENTS)));
  assert.deepEqual(sorted(elements.flatMap(([, { commands = [] }]) => commands)), sorted(Object.keys(COMMANDS)));
});

test('EMB-03 EMB-06 the table lists every custom property intended for pages', () => {
  const sheet = readFileSync(join(SOURCES, 'shared/ui/styles/tokens.css'), 'utf8');
  const tokens = found(sheet, /--verva-([\w-]+):/g);
  assert.deepEqual(
    tokens.filter((name) => !OWN_TOKENS.test(name)),
    sorted(Object.keys(DESIGN_TOKENS)),
  );
});

test('EMB-01 every element of settings has `readonly`, and a test of what it hides', () => {
  const settings = elements.filter(([tag]) => tag.startsWith('verva-settings-'));
  assert.ok(settings.length > 6);
  for (const [tag, { attributes }] of settings) {
    assert.equal(attributes.readonly?.type, 'boolean', tag);
    const folder = join(SOURCES, 'widgets', tag.replace('verva-', ''));
    const tests = readdirSync(folder).filter((file) => file.endsWith('.browser.test.tsx'));
    const titles = tests.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
    assert.match(titles, /EMB-01 with `readonly`/, tag);
  }
});
