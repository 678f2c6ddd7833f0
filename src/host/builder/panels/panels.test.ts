import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDefinition, createFormModel, type FormBody } from '../../../shared/forms/index.ts';
import { jsonPlaces, lineAt, offsetOf } from './json/json-places.ts';
import { sampleFiles } from './sample/sample-files.ts';
import { sampleValues } from './sample/sample-values.ts';
import { missingIn, putText, textsOf } from './texts/all-texts.ts';
import { changesBetween } from './versions/changes.ts';

const BODY: FormBody = {
  formatVersion: 1,
  id: 'purchase',
  title: { en: 'Purchase', et: 'Ost' },
  root: {
    type: 'stack',
    id: 'root',
    children: [
      { type: 'text', key: 'subject', label: { en: 'Subject' }, hint: { en: 'Short', et: 'Lühike' }, maxLength: 20 },
      {
        type: 'section',
        id: 'more',
        title: { en: 'More' },
        children: [
          {
            type: 'dropdown',
            key: 'kind',
            label: { en: 'Kind' },
            options: [
              { id: 'goods', text: { en: 'Goods' } },
              { id: 'service', text: { en: 'Service' } },
            ],
          },
          { type: 'number', key: 'qty', label: { en: 'Quantity' }, min: 100, max: 120, integer: true },
          { type: 'date', key: 'by', label: { en: 'By' }, min: 'today+30' },
        ],
      },
      {
        type: 'table',
        key: 'lines',
        label: { en: 'Lines' },
        minRows: 1,
        columns: [{ type: 'money', key: 'price', label: { en: 'Price' }, required: true }],
      },
    ],
  },
  rules: [{ id: 'r1', assert: { expr: 'qty > 1' }, at: 'qty', message: { en: 'Too few' } }],
  outcomes: [{ id: 'ok', label: { en: 'OK' } }],
};
const [subject, more, lines] = BODY.root.children;

function withRoot(children: FormBody['root']['children'], change: Partial<FormBody> = {}): FormBody {
  return { ...BODY, ...change, root: { ...BODY.root, children } };
}

test('FRM-09 every text of a form is listed, including missing ones, and changed in place', () => {
  const texts = textsOf(BODY);
  assert.equal(texts.length, 13);
  assert.deepEqual([missingIn(texts, 'en'), missingIn(texts, 'et')], [0, 11]);
  const option = texts.find(({ id }) => id === 'service');
  assert.ok(option);
  assert.deepEqual([option.node, option.place], ['kind', 'option']);
  const changed = putText(option, 'et', 'Teenus')(BODY, [])?.body;
  assert.ok(changed);
  assert.equal(missingIn(textsOf(changed), 'et'), 10);
  assert.deepEqual(textsOf(changed).find(({ id }) => id === 'service')?.texts, { en: 'Service', et: 'Teenus' });
  assert.equal(changed.root.children[0], subject, 'what does not change stays the same object');
  assert.equal(putText(option, 'en', '')(BODY, []), null, 'the last text of a place stays');
});

test('FRM-09 the difference of two versions lists added, removed, moved and changed nodes, with texts by language', () => {
  assert.ok(subject && more && lines && 'children' in more);
  assert.deepEqual(changesBetween(BODY, BODY), []);
  const [kind, qty, by] = more.children;
  assert.ok(kind && qty && by);
  const next = withRoot(
    [
      { ...subject, label: { en: 'Subject', et: 'Teema' }, maxLength: 40 } as typeof subject,
      kind,
      { ...more, children: [by, qty] },
      { type: 'checkbox', key: 'urgent', label: { en: 'Urgent' } },
    ],
    { rules: [{ id: 'r1', assert: { expr: 'qty > 2' }, at: 'qty', message: { en: 'Too few' } }] },
  );
  const found = changesBetween(BODY, next).map(({ id, what, isMoved, into, members }) => [
    id,
    what,
    isMoved,
    into?.type ?? null,
    members.map(({ member, languageId, before, after }) => [member, languageId, before, after]),
  ]);
  assert.deepEqual(found, [
    ['', 'changed', false, null, [['rules.r1.assert', null, 'qty > 1', 'qty > 2']]],
    [
      'subject',
      'changed',
      false,
      null,
      [
        ['maxLength', null, '20', '40'],
        ['label', 'et', null, 'Teema'],
      ],
    ],
    ['kind', 'changed', true, 'form', []],
    [found[3]?.[0], 'changed', true, null, []],
    ['urgent', 'added', false, 'form', []],
    ['lines', 'removed', false, null, []],
  ]);
  assert.ok(['by', 'qty'].includes(String(found[3]?.[0])), 'one of two that changed places has moved');
});

test('FRM-09 a fault of a definition is located in its JSON text', () => {
  const text = JSON.stringify(BODY, null, 2);
  const { places, fault } = jsonPlaces(text);
  assert.equal(fault, null);
  const line = (pointer: string) => text.split('\n')[lineAt(text, offsetOf(places, pointer)) - 1]?.trim();
  assert.equal(line('/root/children/0/maxLength'), '"maxLength": 20');
  assert.equal(line('/root/children/1/children/1/min'), '"min": 100,');
  assert.equal(line('/root/children/0/required'), '{', 'what is missing stands at what it is missing in');
  assert.equal(lineAt('{\n"a": 1,\n"b" 2}', jsonPlaces('{\n"a": 1,\n"b" 2}').fault?.offset ?? 0), 3);
  for (const broken of ['', '{', '[1,]', '{"a":}', '{"a":1}}', '"\n"', '01', 'tru', '{a:1}']) {
    assert.ok(jsonPlaces(broken).fault, broken);
  }
});

test('BEY-23 sample data respect the limits of fields, so that the form can be submitted', () => {
  assert.deepEqual(checkDefinition(BODY), []);
  const values = sampleValues(BODY, '2026-11-21', 'en');
  assert.deepEqual([values.qty, values.by, values.kind], [100, '2026-12-21', 'goods']);
  const model = createFormModel(BODY, { values, languageId: 'en', today: '2026-11-21' });
  assert.deepEqual(model.attempt().issues, []);
});

test('BEY-23 a file added in the preview stays on the page until it is removed', async () => {
  const shares: number[] = [];
  const adding = {
    key: 'k',
    signal: new AbortController().signal,
    onProgress: (share: number) => void shares.push(share),
  };
  const offer = new File(['offer'], 'offer.txt', { type: 'text/plain' });
  const { id, ...added } = await sampleFiles.add(offer, 'quote', adding);
  assert.deepEqual([added.fileName, added.size, added.mediaType, shares], ['offer.txt', 5, 'text/plain', [1]]);
  assert.equal(await (await sampleFiles.content(id)).text(), 'offer');
  await sampleFiles.remove(id);
  await assert.rejects(sampleFiles.content(id));
});
