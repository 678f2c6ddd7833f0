import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '../../shared/contracts/constants.ts';
import { checkDefinition, DEFINITION_FAULTS, type DefinitionFault, faultParams } from '../../shared/forms/index.ts';
import { faultMessages } from './fault.messages.ts';
import { faultText } from './fault-text.ts';
import { editorMessages } from './panels/editor.messages.ts';

const inLanguage = (id: (typeof LANGUAGES)[number]) =>
  faultText(
    (key, values) => faultMessages.text(id, key, values),
    (key, values) => editorMessages.text(id, key, values),
  );
const EVERYTHING = { least: 1, most: 2, example: 'EUR', list: 'a, b', word: 'total', position: 3 };

test('FRM-09 each fault of a definition has a text with its subject in every language', () => {
  const faults = (Object.keys(DEFINITION_FAULTS) as DefinitionFault[]).filter((fault) => fault !== 'expression');
  for (const id of LANGUAGES) {
    for (const fault of faults) {
      const text = inLanguage(id)({ params: faultParams(fault, EVERYTHING) });
      assert.notEqual(text, fault);
      for (const [, name = ''] of DEFINITION_FAULTS[fault].matchAll(/\{(\w+)\}/g)) {
        assert.ok(text.includes(String(EVERYTHING[name as keyof typeof EVERYTHING])), `${id} ${fault}: ${text}`);
      }
    }
  }
});

test('FRM-09 faults are shown in the language of the builder', () => {
  const problems = checkDefinition({
    formatVersion: 1,
    id: 'order',
    title: { en: 'Order' },
    root: {
      type: 'stack',
      id: 'root',
      children: [
        { type: 'number', key: 'total', label: { en: 'Total' }, computed: 'price *' },
        { type: 'text', key: 'code', label: { en: 'Code' }, pattern: '(a' },
      ],
    },
  });
  assert.deepEqual(problems.map(inLanguage('et')), ['Märk 3: „)“ puudub.']);
  const [expression] = checkDefinition({
    formatVersion: 1,
    id: 'order',
    title: { en: 'Order' },
    root: {
      type: 'stack',
      id: 'root',
      children: [{ type: 'number', key: 'a', label: { en: 'A' }, computed: 'foo(1)' }],
    },
  });
  assert.equal(inLanguage('zh')(expression ?? {}), '第 1 个字符：没有函数“foo”。');
});
