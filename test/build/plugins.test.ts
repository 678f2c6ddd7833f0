import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { endpointsOnly } from '../../build/contract-endpoints.ts';
import { withElementList } from '../../build/element-list.ts';
import { lazyLanguages, oneLanguage } from '../../build/message-chunks.ts';
import { withNativeImports } from '../../build/native-imports.ts';
import { forShadowRoots } from '../../build/shadow-css.ts';

const ROOT = join(import.meta.dirname, '../..');

test("a browser gets only method and path of a contract's endpoints", () => {
  const code = `
    import { Type, type Static } from 'typebox';
    import { endpoint } from './endpoint.ts';
    export const Thing = Type.Object({ id: Type.String() });
    export type Thing = Static<typeof Thing>;
    const inner = endpoint({ method: 'GET', path: '/inner' });
    export const getThing = endpoint({ method: 'GET', path: '/api/things/{id}', summary: "It's a thing", reply: Thing });
    export const addThing = endpoint({ summary: 'Add', path: '/api/things', method: 'POST', reply: Thing } as const);`;
  const plain = code.replace(' as const', '');
  assert.equal(
    endpointsOnly(plain, 'things.contract.ts'),
    'export const getThing = { method: "GET", path: "/api/things/{id}" };\nexport const addThing = { method: "POST", path: "/api/things" };\n',
  );
  assert.equal(endpointsOnly('export type A = string;', 'a.contract.ts'), 'export {};\n');
  assert.throws(() => endpointsOnly('export const a = endpoint({ method: M, path: "/a" })', 'a.ts'), /plain string/);
  assert.throws(() => endpointsOnly('export const a = endpoint(definition)', 'a.ts'), /in place/);
});

test('every contract of the product passes without its schemas', () => {
  const files = globSync('src/shared/contracts/*.contract.ts', { cwd: ROOT });
  assert.ok(files.length > 3);
  for (const file of files) {
    const code = endpointsOnly(readFileSync(join(ROOT, file), 'utf8'), file);
    assert.doesNotMatch(code, /import |Type\.|summary:/, file);
  }
});

test("the loader's map of elements becomes a list of file names", () => {
  const entry = (folder: string, file: string, then = '') =>
    `"./${folder}/index.ts":()=>import(\`./c/${file}.js\`)${then}`;
  const around = (...entries: string[]) => `for(let[e,t]of Object.entries(Object.assign({${entries.join()}})))n[e]=t;`;
  assert.equal(
    withElementList(
      around(entry('inbox', 'inbox-C9kXb-_t', '.then(e=>e.t)'), entry('task-form', 'task-form-DSnW3yGL')),
    ),
    `for(let[e,t]of \`inbox-C9kXb-_t task-form-DSnW3yGL\`.split(\` \`).map(e=>[\`/\${e.slice(0,-9)}\`,()=>import(\`./c/\${e}.js\`)]))n[e]=t;`,
  );
  assert.throws(() => withElementList('n={}'), /another way/);
  assert.throws(() => withElementList(around(entry('inbox', 'list-C9kXb-_t'))), /named list/);
  assert.throws(
    () => withElementList(around(entry('inbox', 'inbox-C9kXb-_t'), '"./a/index.ts":b')),
    /"\.\/a\/index\.ts":b/,
  );
});

const MESSAGES = `
  import { defineMessages } from './messages.ts';
  export const m = defineMessages({
    en: { title: 'Inbox', 'a.b': "It's {count, plural, one {# task} other {# tasks}}", long: 'one ' + \`two\` },
    et: { title: 'Minu ülesanded', 'a.b': 'x', long: 'y' },
  });`;

test('messages are loaded one language at a time', () => {
  const code = lazyLanguages(MESSAGES, '/w/src/widgets/inbox/panels/x.messages.ts');
  assert.match(code, /en: \(\) => import\("\.\/x\.messages\.ts\?language=en"\)/);
  assert.match(code, /et: \(\) => import\("\.\/x\.messages\.ts\?language=et"\)/);
  assert.doesNotMatch(code, /Inbox|ülesanded/);
  assert.match(code, /\}, "inbox\.panels\.x\."\);$/, 'with the name under which organisations have words of their own');
});

test('a language has plain texts as they are and messages with arguments parsed', async () => {
  const code = oneLanguage(MESSAGES, '/src/x.messages.ts?language=en', 'en');
  const texts = (await import(`data:text/javascript,${encodeURIComponent(code)}`)).default;
  assert.equal(texts.title, 'Inbox');
  assert.equal(texts.long, 'one two');
  assert.equal(texts['a.b'][0].value, "It's ");
  assert.equal(texts['a.b'][1].value, 'count');
  assert.throws(() => oneLanguage(MESSAGES, '/src/x.messages.ts?language=fi', 'fi'), /no language fi/);
  const broken = MESSAGES.replace('other {# tasks}}', 'other {# tasks}');
  assert.throws(() => oneLanguage(broken, '/src/x.messages.ts', 'en'), /a\.b is not a valid message/);
});

test('a sheet for shadow roots has no registered properties, no guard, and no rem of the page', () => {
  const css = forShadowRoots(`
    @layer theme, base, properties;
    @layer theme { :root, :host { --spacing: .25rem } }
    .p-4 { padding: calc(var(--spacing) * 4); margin: -1.5rem; background: url("data:image/svg+xml,a;b{1rem}") }
    .w-\\[2rem\\] { width: 2rem }
    @media (min-width: 40rem) { .a { gap: 1rem } }
    @property --tw-rotate-x { syntax: "*"; inherits: false; initial-value: 0 }
    @layer properties { @supports ((-webkit-hyphens: none)) and (not (margin-trim: inline)) { * { --tw-rotate-x: initial } } }`);
  assert.doesNotMatch(css, /@property|@supports/);
  assert.match(css, /@layer properties\{\*\{--tw-rotate-x:initial\}\}/);
  assert.match(css, /\.verva-root\{--spacing:calc\(var\(--verva-rem\)\*\.25\)\}/);
  assert.match(css, /margin:calc\(var\(--verva-rem\)\*-1\.5\)/);
  assert.match(css, /\.w-\\\[2rem\\\]\{width:calc\(var\(--verva-rem\)\*2\)\}/);
  assert.match(css, /@media \(min-width:40rem\)\{\.a\{gap:calc\(var\(--verva-rem\)\*1\)\}\}|@media \(width>=40rem\)/);
  assert.match(css, /a;b\{1rem\}/);
});

test('a sheet for shadow roots has neither the reset of native date inputs nor fonts that the theme sets', () => {
  const css = forShadowRoots(`
    :host { font-family: var(--default-font-family, system-ui, "Segoe UI", sans-serif) }
    code { font-family: var(--default-mono-font-family, Consolas, monospace); color: var(--x, red) }
    ::-webkit-datetime-edit { padding: 0 }
    ::-webkit-calendar-picker-indicator { line-height: 1 }
    ::-webkit-search-decoration { appearance: none }`);
  assert.match(css, /:host\{font-family:var\(--default-font-family\)\}/);
  assert.match(css, /code\{font-family:var\(--default-mono-font-family\);color:var\(--x,\s*red\)\}/);
  assert.doesNotMatch(css, /datetime|calendar/);
  assert.match(css, /search-decoration/);
});

test('a sheet whose guard has moved fails the build', () => {
  const css = '@property --tw-x { syntax: "*"; inherits: false } @layer properties { * { --tw-x: initial } }';
  assert.throws(() => forShadowRoots(css), /guard/);
  assert.throws(() => forShadowRoots('@layer theme { .x { --spacing: 1rem } }'), /theme layer/);
});

test('lazy imports are native, without a helper', () => {
  const code = [
    'import { a as b, L as __vitePreload, c } from "./c/runtime.js";',
    'import { L as __vitePreload } from "./c/other.js";',
    'var load = () => __vitePreload(() => import("./c/x.js").then((n) => n.t), __VITE_PRELOAD__, import.meta.url);',
  ].join('\n');
  assert.equal(
    withNativeImports(code),
    'import { a as b, c } from "./c/runtime.js";\n\nvar load = () => import("./c/x.js").then((n) => n.t);',
  );
});
