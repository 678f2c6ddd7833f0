import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Type } from 'typebox';
import { CatalogueItem } from '../../../shared/contracts/catalogue.contract.ts';
import { RegistryColumn, RegistryStatus } from '../../../shared/contracts/registry-settings.contract.ts';
import { partsOf, withTexts } from './parts.rules.ts';

interface JsonSchema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

const FORM = JSON.parse(readFileSync('docs/form-definition.schema.json', 'utf8')) as JsonSchema;

/** Names of the members that hold a text per language, anywhere in a schema. */
function textMembers(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {} } = schema as JsonSchema;
  const own = Object.entries(properties).filter(([, one]) => isText(one));
  return [...own.map(([name]) => name), ...Object.values(schema).flatMap(textMembers)];
}

const isText = ({ $ref, title, description }: JsonSchema): boolean =>
  $ref === '#/$defs/label' || title === 'A text per language' || description === 'Text per language id';

test('BEY-27 every text of forms, registries and the catalogue can be translated', () => {
  const schemas = [FORM, Type.Object({ column: RegistryColumn, status: RegistryStatus, item: CatalogueItem })];
  const members = new Set(schemas.flatMap(textMembers));
  assert.ok(members.has('label') && members.has('title') && members.has('content') && members.has('keywords'));
  const lost = [...members].filter((name) => !partsOf({ [name]: { en: 'x' } }).has(name));
  assert.deepEqual(lost, []);
});

test('BEY-27 a part is named by identities, so that lists and sections can change', () => {
  const field = { key: 'reason', label: { en: 'Reason' }, options: [{ id: 'a', text: { en: 'Ill', et: '' } }] };
  const form = (...children: object[]) => ({ root: { id: 'root', title: { en: 'All' }, children } });
  const parts = ['root.title', 'reason.label', 'reason.options.a.text'];
  assert.deepEqual([...partsOf(form(field)).keys()], parts);
  assert.deepEqual([...partsOf(form({ id: 'main', children: [field] })).keys()], parts);
});

test('BEY-27 only languages that the object lacks are added, and values that are no texts stay', () => {
  const at = new Date();
  const object = {
    title: { en: 'Leave', et: ' ', 'pt-BR': 'Licença' },
    at,
    min: { min: '1', max: '3' },
    name: 'plain',
    none: null,
  };
  const own = { title: { en: 'Absence', et: 'Puhkus', lv: 'Atvaļinājums' } };
  assert.equal(withTexts(object, undefined), object);
  assert.deepEqual(withTexts(object, own), {
    ...object,
    title: { en: 'Leave', et: 'Puhkus', 'pt-BR': 'Licença', lv: 'Atvaļinājums' },
  });
});
