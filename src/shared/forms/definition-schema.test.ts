import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { Compile } from 'typebox/schema';
import { SCHEMA_FILE, schemaText } from '../../../scripts/form-schema.ts';
import { checkDefinition, definitionSchema } from './index.ts';

const schema = Compile(definitionSchema() as object);

const label = { en: 'It' };
const SOUND = {
  formatVersion: 1,
  id: 'f',
  title: label,
  root: {
    type: 'stack',
    id: 'root',
    children: [
      {
        type: 'text',
        key: 'a',
        label,
        format: 'link',
        hint: label,
        width: 6,
        required: { field: 'b', op: 'eq', value: '' },
      },
      { type: 'number', key: 'b', label, min: { expr: '1 + 1' }, max: 10, integer: true },
      { type: 'dropdown', key: 'c', label, source: { dropdownId: 'd', filter: { x: { field: 'a' }, y: 1 } } },
      { type: 'multiSelect', key: 'd', label, options: [{ id: 'x', text: label }], maxItems: 3 },
      { type: 'dateTime', key: 'e', label, min: 'today', default: '2026-11-21T09:30' },
      {
        type: 'section',
        id: 's',
        visible: { any: [{ field: 'b', op: 'inrange', value: [1, null] }, { not: { expr: 'b > 3' } }] },
        children: [
          { type: 'table', key: 't', label, columns: [{ type: 'money', key: 'm', label }], totals: ['sum'] },
          { type: 'money', key: 'sum', label, computed: 'sum(t.m)' },
          { type: 'tabs', id: 'u', children: [{ type: 'tab', id: 'v', title: label, children: [] }] },
        ],
      },
    ],
  },
  rules: [{ id: 'r', assert: { expr: 'b < 9' }, at: 'b', message: label }],
  outcomes: [{ id: 'ok', label, style: 'primary', comment: 'optional', confirm: label, validate: true }],
};

test('the published schema of form definitions is generated from the grammar', () => {
  const published = JSON.parse(readFileSync(SCHEMA_FILE, 'utf8'));
  assert.deepEqual(published, JSON.parse(schemaText()), 'node scripts/form-schema.ts writes it anew');
});

/** Returns the path to every member of a value. */
function places(thing: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof thing !== 'object' || thing === null) return [path];
  return [path, ...Object.entries(thing).flatMap(([name, part]) => places(part, [...path, name]))];
}

function changed(thing: unknown, path: readonly string[], value: unknown): unknown {
  const copy = structuredClone(thing);
  let at = copy as Record<string, unknown>;
  for (const name of path.slice(0, -1)) at = at[name] as Record<string, unknown>;
  const last = path.at(-1);
  if (last === undefined) return value;
  if (value === undefined) delete at[last];
  else at[last] = value;
  return copy;
}

test('FRM-09 an accepted definition matches the published schema, and one that does not match is refused', () => {
  assert.deepEqual(checkDefinition(SOUND), []);
  assert.equal(schema.Check(SOUND), true);
  const everywhere = places(SOUND);
  const values = fc.constantFrom<unknown>(
    undefined,
    null,
    '',
    'a',
    'text',
    'b',
    0,
    7,
    -1,
    1.5,
    true,
    [],
    ['x'],
    {},
    { en: '' },
    { expr: '1' },
    label,
  );
  let refused = 0;
  let accepted = 0;
  fc.assert(
    fc.property(fc.nat(everywhere.length - 1), values, fc.boolean(), (place, value, isNew) => {
      const path = everywhere[place] ?? [];
      const body = changed(SOUND, isNew ? [...path.slice(0, -1), 'extra'] : path, value);
      const problems = checkDefinition(body);
      const fits = schema.Check(body);
      if (problems.length === 0) accepted += 1;
      if (!fits) refused += 1;
      assert.ok(fits || problems.length > 0, `accepted, though the schema refuses it: ${JSON.stringify(body)}`);
    }),
    { numRuns: 3000 },
  );
  assert.ok(refused > 500 && accepted > 50, `${refused} refused, ${accepted} accepted`);
});
