import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { metadataFiles } from '../../build/element-metadata/index.ts';
import { elementSizes, loaderSize, loginSizes, snackCardSize, total } from '../../scripts/size.ts';
import type { EmbedBuild } from '../../src/shared/contracts/embed-build.ts';
import { ELEMENTS } from '../../src/shared/element/table/elements.ts';

const EMBED = join(import.meta.dirname, '../../dist/embed');
const chunks = () => readdirSync(join(EMBED, 'c')).filter((file) => file.endsWith('.js'));
const kB = 1000;

test('the transferred loader is at most 1.58 kB and has no static imports', () => {
  assert.ok(loaderSize() <= 1.58 * kB, `${loaderSize()} bytes`);
  assert.doesNotMatch(readFileSync(join(EMBED, 'loader.js'), 'utf8'), /(?:^|[;}])import(?!\()/);
});

/** Transferred kB with the texts of the language that needs most; see `elementSizes` for what is counted. */
const LIMITS = {
  // Until its rows are visible and a filter was opened.
  inbox: 86.6,
  // Until a form of ordinary fields is visible.
  'task-form': 151.1,
  // Until the text is visible.
  'manual-reader': 85,
  // Until the list and the progress of a request are visible.
  'my-requests': 85,
  // Until the card of the user is visible, without its dialogs and the preview of documents.
  'hr-card': 85,
  // Until the items are visible.
  catalogue: 85,
  // Until its rows are visible.
  records: 121.5,
  // Until a form of ordinary fields is visible.
  'start-form': 140,
  // With everything it can show.
  profile: 100.5,
  notifications: 78,
  // Until a delegation can be edited.
  'delegation-editor': 93.5,
  // The settings: with everything they can show, also the import.
  'settings-groups': 124.2,
  'settings-users': 146.3,
  'settings-tags': 122.7,
  'settings-departments': 131.4,
  'settings-companies': 126.6,
  'settings-dimensions': 126,
  'settings-dropdowns': 99,
  doctor: 86,
  // With the bar for the selected tasks and its dialogs, which load when a task is selected.
  tasks: 118.4,
  'mass-action': 115,
};

for (const [name, limit] of Object.entries(LIMITS)) {
  test(`${name} transfers at most ${limit} kB`, () => {
    const sizes = elementSizes(name);
    assert.ok(total(sizes) <= limit * kB, sizes.map(({ file, bytes }) => `${bytes} ${file}`).join('\n'));
    assert.ok(
      sizes.some(({ file }) => file.includes('react')),
      'the sum has to hold the shared code',
    );
  });
}

test("the snackbar's card, which every element loads after its first screen, transfers at most 2.1 kB", () => {
  assert.ok(snackCardSize() <= 2.1 * kB, `${snackCardSize()} bytes`);
});

test('the manual reader loads neither Headless UI nor a query library nor the schemas', () => {
  for (const { file } of elementSizes('manual-reader')) {
    const code = readFileSync(join(EMBED, file), 'utf8');
    assert.doesNotMatch(code, /headlessui|QueryClient|typebox/i, file);
  }
});

test("EMB-01 the inbox's first code is compiled while it arrives, in an element and in the application", () => {
  for (const [folder, names] of [
    [join(EMBED, 'c'), ['react', 'runtime', 'inbox']],
    [join(EMBED, '../host/assets'), ['react', 'runtime', 'index', 'frame', 'element', 'inbox-page']],
  ] as const) {
    for (const name of names) {
      const first = readdirSync(folder).filter((file) => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(file));
      assert.equal(first.length, 1, name);
      assert.match(readFileSync(join(folder, first[0] as string), 'utf8'), /^\/\/# allFunctionsCalledOnLoad\n/, name);
    }
  }
});

test('every element except the inbox loads the classes of pages, forms and dialogs with it', () => {
  for (const name of readdirSync(join(import.meta.dirname, '../../src/widgets'))) {
    const files = elementSizes(name).map(({ file }) => file);
    assert.equal(
      files.some((file) => file.includes('/parts-sheet-')),
      name !== 'inbox',
      name,
    );
  }
});

test('the inbox loads neither Headless UI nor the sign-in library nor the schemas', () => {
  for (const { file } of elementSizes('inbox')) {
    const code = readFileSync(join(EMBED, file), 'utf8');
    assert.doesNotMatch(code, /headlessui|oidc-client|typebox|~kind/i, file);
  }
});

test('the sign-in screen transfers at most 45 kB in addition to React, without single sign-on and code for later', () => {
  const sizes = loginSizes();
  assert.ok(total(sizes) <= 45 * kB, sizes.map(({ file, bytes }) => `${bytes} ${file}`).join('\n'));
  for (const part of ['index', 'login-screen', 'words-login']) {
    assert.ok(
      sizes.some(({ file }) => file.includes(`/${part}-`)),
      part,
    );
  }
  for (const { file } of sizes) {
    assert.doesNotMatch(file, /frame|inbox|element/);
    assert.doesNotMatch(readFileSync(join(EMBED, '../host', file), 'utf8'), /oidc-client|code_challenge/, file);
  }
});

test('TSK-03 lists are shown without the code of the task form, and those of settings without that of forms', () => {
  interface Part {
    readonly name: string;
    readonly imports?: readonly string[];
  }
  const parts = JSON.parse(readFileSync(join(EMBED, '../host/.vite/manifest.json'), 'utf8')) as Record<string, Part>;
  const namesOf = (key: string): string[] => [parts[key]!.name, ...(parts[key]!.imports ?? []).flatMap(namesOf)];
  const lists = ['pages/inbox-page', 'pages/tasks-page', 'manuals/manual-settings-page'];
  for (const list of [...lists, 'menu-items/menu-items-page', 'catalogue-settings/catalogue-settings-page']) {
    const names = namesOf(`${list}.tsx`);
    assert.ok(names.includes('react'), names.join());
    for (const part of ['task-form', 'form-view', 'forms'])
      assert.ok(!names.includes(part), `${list}: ${names.join()}`);
  }
});

test('a page loads the texts of one language only', () => {
  const words = elementSizes('inbox').filter(({ file }) => file.includes('words-'));
  const languages = new Set(words.map(({ file }) => /words-.*?-(en|et|ru|zh)-/.exec(file)?.[1]));
  assert.equal(languages.size, 1);
  assert.ok(words.length >= 2);
});

test('EMB-06 metadata for tools and editors is next to the loader, and pages load none of it', () => {
  for (const [name, content] of Object.entries(metadataFiles())) {
    assert.equal(readFileSync(join(EMBED, name), 'utf8'), content, name);
  }
  for (const file of ['loader.js', ...chunks().map((chunk) => `c/${chunk}`)]) {
    const code = readFileSync(join(EMBED, file), 'utf8');
    for (const { description } of Object.values(ELEMENTS)) assert.ok(!code.includes(description), file);
  }
});

test('EMB-04 no chunk writes markup or styles as text, or evaluates text', () => {
  for (const file of chunks()) {
    if (file.startsWith('react-')) continue;
    const code = readFileSync(join(EMBED, 'c', file), 'utf8');
    assert.doesNotMatch(code, /\.innerHTML\s*=|insertAdjacentHTML|document\.write\(|\beval\(|new Function\(/, file);
    assert.doesNotMatch(code, /setAttribute\(\s*["'`]style["'`]/, file);
  }
});

test('compressed files are next to the originals', () => {
  for (const file of chunks()) {
    if (readFileSync(join(EMBED, 'c', file)).length < 1024) continue;
    assert.ok(readFileSync(join(EMBED, 'c', `${file}.br`)).length > 0, file);
    assert.ok(readFileSync(join(EMBED, 'c', `${file}.gz`)).length > 0, file);
  }
});

test('loaded content is shown at once: no React commit waits for a timer', () => {
  const react = chunks().find((file) => file.startsWith('react-'));
  assert.ok(react);
  assert.doesNotMatch(readFileSync(join(EMBED, 'c', react), 'utf8'), /["`]Throttled["`]/);
});

test('BEY-21 every script that pages may load is named with its hash, and the loader has an immutable address', () => {
  const build = JSON.parse(readFileSync(join(EMBED, 'build.json'), 'utf8')) as EmbedBuild;
  const content = (path: string) => readFileSync(join(EMBED, path));
  assert.deepEqual(
    Object.keys(build.integrity).toSorted(),
    [build.loader, ...chunks().map((name) => `c/${name}`)].toSorted(),
  );
  for (const [path, integrity] of Object.entries(build.integrity))
    assert.equal(integrity, `sha256-${createHash('sha256').update(content(path)).digest('base64')}`, path);
  assert.deepEqual(content(build.loader), content('loader.js'));
  for (const name of chunks()) assert.doesNotMatch(content(`c/${name}`).toString(), /["'`]\.\.\/loader/, name);
  assert.deepEqual(
    Object.keys(build.elements).toSorted(),
    readdirSync(join(import.meta.dirname, '../../src/widgets'))
      .map((name) => `verva-${name}`)
      .toSorted(),
  );
});

test('BEY-21 the snippet fetches what an element needs until it is rendered, and names all scripts it may load', () => {
  const { elements } = JSON.parse(readFileSync(join(EMBED, 'build.json'), 'utf8')) as EmbedBuild;
  const inbox = elements['verva-inbox']!;
  const named = (paths: readonly string[]) => paths.map((path) => path.replace(/^c\/(.+)-.{8}\.js$/, '$1')).toSorted();
  assert.deepEqual(named(inbox.words.et), ['words-inbox-et', 'words-shared-et']);
  for (const { file } of elementSizes('inbox')) assert.ok(inbox.all.includes(file) || file === 'loader.js', file);
  // It contains tasks and manuals.
  for (const inner of ['verva-task-form', 'verva-manual-reader'])
    for (const path of elements[inner]!.all) assert.ok(inbox.all.includes(path), path);
  assert.ok(!inbox.first.some((path) => /filter-panel|task-form|headless/.test(path)));
});
