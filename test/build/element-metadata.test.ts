import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { metadataFiles } from '../../build/element-metadata/index.ts';
import { loaderTypes } from '../../build/element-metadata/loader-types.ts';
import { withElementTables } from '../../scripts/element-tables.ts';
import { DESIGN_TOKENS } from '../../src/shared/element/table/design-tokens.ts';
import { ELEMENTS } from '../../src/shared/element/table/elements.ts';
import { EVENTS } from '../../src/shared/element/table/events.ts';

const ROOT = join(import.meta.dirname, '../..');
const require = createRequire(import.meta.url);
const files = metadataFiles();
const read = (name: string) => JSON.parse(files[name] ?? '');
const tags = Object.keys(ELEMENTS);
const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);

test('EMB-06 custom-elements.json matches its schema and the table of elements', () => {
  const schema = JSON.parse(readFileSync(require.resolve('custom-elements-manifest/schema.json'), 'utf8'));
  const validate = new Ajv({ strict: false, allErrors: true }).compile(schema);
  const manifest = read('custom-elements.json');
  assert.equal(validate(manifest), true, JSON.stringify(validate.errors?.slice(0, 5)));
  const { declarations, exports } = manifest.modules[0];
  const elements = declarations.filter((one: { tagName?: string }) => one.tagName);
  assert.deepEqual(
    elements.map((one: { tagName: string }) => one.tagName),
    tags,
  );
  const inbox = elements[0];
  assert.deepEqual(names(inbox.attributes).slice(0, 3), ['task-id', 'detail', 'view']);
  assert.ok(names(inbox.attributes).includes('theme'));
  // Includes the events and attributes of the form inside it.
  assert.ok(names(inbox.events).includes('verva-task-completed'));
  assert.deepEqual(names(inbox.cssParts), ['list', 'detail', 'head', 'body', 'outcomes']);
  const declared = new Set(names(declarations));
  for (const { declaration } of exports) assert.ok(declared.has(declaration.name), declaration.name);
});

test('EMB-06 web-types.json has every element, attribute, event, part and custom property', () => {
  const described = { name: Type.String(), description: Type.String() };
  const exact = { additionalProperties: false } as const;
  const typed = Type.Object({ ...described, type: Type.String() }, exact);
  const element = Type.Object(
    {
      ...described,
      deprecated: Type.Optional(Type.Literal(true)),
      attributes: Type.Array(
        Type.Object(
          {
            ...described,
            default: Type.Optional(Type.String()),
            value: Type.Object({ kind: Type.Enum(['plain', 'no-value']), type: Type.String() }, exact),
          },
          exact,
        ),
      ),
      js: Type.Object({ properties: Type.Array(typed), events: Type.Array(typed) }, exact),
      css: Type.Object({ parts: Type.Array(Type.Object(described, exact)) }, exact),
    },
    exact,
  );
  const { html, css } = read('web-types.json').contributions;
  assert.deepEqual([...Value.Errors(Type.Array(element), html.elements)], []);
  assert.deepEqual(names(html.elements), tags);
  const events = html.elements.flatMap(({ js }: { js: { events: { name: string }[] } }) => names(js.events));
  assert.deepEqual([...new Set(events)].sort(), Object.keys(EVENTS).sort());
  assert.equal(css.properties.length, Object.keys(DESIGN_TOKENS).length);
});

test('EMB-06 the VS Code data has tags, attributes with their values, and custom properties with theirs', () => {
  const { tags: found } = read('vscode.html-custom-data.json');
  assert.deepEqual(names(found), tags);
  const sort = found[0].attributes.find(({ name }: { name: string }) => name === 'sort');
  assert.deepEqual(names(sort.values), ELEMENTS['verva-inbox'].attributes.sort.values);
  const { properties } = read('vscode.css-custom-data.json');
  const brand = properties.find(({ name }: { name: string }) => name === '--verva-brand');
  assert.match(brand.description.value, /`#[0-9a-f]{6}`/);
});

test("EMB-06 the declarations have the loader's exports, with the types that they name", () => {
  const { functions, text } = loaderTypes(join(ROOT, 'src/loader.ts'));
  const source = readFileSync(join(ROOT, 'src/loader.ts'), 'utf8');
  const exported = [...source.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name]) => name);
  assert.ok(exported.includes('configureVerva'));
  assert.deepEqual(names(functions), exported);
  assert.match(text, /interface VervaConfiguration \{[^}]*getToken\?: TokenProvider;/s);
  assert.match(text, /type TokenProvider = /);
});

test('EMB-05 EMB-06 the docs have the tables of elements, events, commands and parts', () => {
  const page = readFileSync(join(ROOT, 'docs/embedding.md'), 'utf8');
  assert.equal(page, withElementTables(page), 'node scripts/element-tables.ts writes the tables anew');
});
