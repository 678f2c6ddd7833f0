import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkDefinition, type FormBody, type FormNode } from '../../../shared/forms/index.ts';
import { canHold, placeFor } from './allowed.ts';
import { copied, nodesIn } from './clipboard.ts';
import type { Edit } from './edit.ts';
import { keyFromLabel } from './keys.ts';
import { keyByLabel, lostBy, rename, update, withText } from './member-edits.ts';
import {
  add,
  addBeside,
  duplicate,
  move,
  moveBeside,
  remove,
  step,
  unwrap,
  wrap,
  wrapFollowing,
} from './place-edits.ts';
import { childrenOf, type NodeId, placesOf } from './tree.ts';

const label = { en: 'x' };
const text = (key: string, more: object = {}) => ({ type: 'text', key, label, ...more }) as FormNode;
const section = (id: string, ...children: FormNode[]) => ({ type: 'section', id, title: label, children }) as FormNode;
const form = (...children: FormNode[]): FormBody => ({
  formatVersion: 1,
  id: 'f',
  title: label,
  root: { type: 'stack', id: 'root', children },
});
const LINES = {
  type: 'table',
  key: 'lines',
  label,
  columns: [
    { type: 'number', key: 'qty', label },
    { type: 'number', key: 'twice', label, computed: 'row.qty * 2' },
  ],
} as FormNode;

/** The form's structure as one line: `a #s(b c) lines(lines.qty)`. */
function drawn(body: FormBody, id: NodeId = '#root'): string {
  return childrenOf(body, id)
    .map((child) => {
      const inner = drawn(body, child);
      return inner ? `${child}(${inner})` : child;
    })
    .join(' ');
}

function after(body: FormBody, edit: Edit, selection: readonly NodeId[] = []) {
  const edited = edit(body, selection);
  assert.ok(edited, 'the edit was refused');
  assert.deepEqual(checkDefinition(edited.body), []);
  return { ...edited, drawn: drawn(edited.body) };
}

const START = form(text('a'), section('s', text('b'), text('c')), LINES, text('d'));

test('FRM-09 a moved node is at its new position, selected, and announced with position and parent', () => {
  const moved = after(START, move(['d'], { parent: '#s', index: 1 }));
  assert.equal(moved.drawn, 'a #s(b d c) lines(lines.qty lines.twice)');
  assert.deepEqual(moved.selection, ['d']);
  assert.deepEqual([moved.summary.what, moved.summary.position, moved.summary.parent?.type], ['moved', 2, 'section']);
  // The index refers to the children before the move.
  assert.equal(
    after(START, move(['a', 'b'], { parent: '#root', index: 3 })).drawn,
    '#s(c) lines(lines.qty lines.twice) a b d',
  );
  assert.equal(
    after(START, move(['a'], { parent: 'lines', index: 0 })).drawn,
    '#s(b c) lines(lines.a lines.qty lines.twice) d',
  );
});

test('FRM-09 a node cannot be moved into itself or where its type is not allowed; a move without effect is no step', () => {
  const nested = form(section('s', section('t', text('a'))));
  assert.equal(move(['#s'], { parent: '#t', index: 0 })(nested, []), null);
  assert.equal(move(['#s'], { parent: '#s', index: 0 })(nested, []), null);
  assert.equal(move(['#s'], { parent: 'lines', index: 0 })(START, []), null);
  assert.equal(move(['a'], { parent: '#root', index: 1 })(START, []), null);
  assert.equal(canHold(START, 'lines', { type: 'signature', key: 'z', label }), false);
  assert.equal(canHold(START, '#s', { type: 'wizard', id: 'w', children: [] }), false);
});

test('FRM-09 the keyboard moves a node up and down, out of its parent at the end, and into the previous one', () => {
  assert.equal(after(START, step(['c'], 'up')).drawn, 'a #s(c b) lines(lines.qty lines.twice) d');
  assert.equal(after(START, step(['c'], 'down')).drawn, 'a #s(b) c lines(lines.qty lines.twice) d');
  assert.equal(after(START, step(['b'], 'up')).drawn, 'a b #s(c) lines(lines.qty lines.twice) d');
  assert.equal(after(START, step(['lines'], 'in')).drawn, 'a #s(b c lines(lines.qty lines.twice)) d');
  assert.equal(after(START, step(['lines.qty'], 'down')).drawn, 'a #s(b c) lines(lines.twice lines.qty) d');
  assert.equal(step(['a'], 'up')(START, []), null);
});

test('FRM-09 a node dropped at the edge of a field is placed next to it in columns', () => {
  const beside = after(START, moveBeside(['d'], 'a', 'right'));
  assert.equal(beside.drawn, '#columns(a d) #s(b c) lines(lines.qty lines.twice)');
  assert.equal(
    drawn(after(beside.body, moveBeside(['b'], 'a', 'left')).body),
    '#columns(b a d) #s(c) lines(lines.qty lines.twice)',
  );
  const added = after(START, addBeside([text('a', { width: 4 })], 'b', 'left'));
  assert.equal(added.drawn, 'a #s(#columns(a2 b) c) lines(lines.qty lines.twice) d');
  assert.equal('width' in (placesOf(added.body).get('a2')?.node ?? {}), false);
});

test('FRM-09 a new node is added after the selection, into a selected layout, or further out if not allowed there', () => {
  assert.deepEqual(placeFor(START, 'b', [text('z')]), { parent: '#s', index: 1 });
  assert.deepEqual(placeFor(START, '#s', [text('z')]), { parent: '#s', index: 2 });
  assert.deepEqual(placeFor(START, undefined, [text('z')]), { parent: '#root', index: 4 });
  assert.deepEqual(placeFor(START, 'lines.qty', [section('z')]), { parent: '#root', index: 3 });
  assert.deepEqual(placeFor(START, 'lines', [text('z')]), { parent: 'lines', index: 2 });
});

test('FRM-09 copies get their own keys, and references among them point to the copies', () => {
  const START_2 = form(
    section('s', text('b'), text('c', { visible: { field: 'b', op: 'eq', value: '1' } })),
    text('d', { visible: { expr: 'b = "1"' } }),
  );
  const doubled = after(START_2, duplicate(['#s']));
  assert.equal(doubled.drawn, '#s(b c) #s2(b2 c2) d');
  assert.match(JSON.stringify(placesOf(doubled.body).get('c2')?.node), /"field":"b2"/);
  assert.match(JSON.stringify(placesOf(doubled.body).get('d')?.node), /b = /);
  assert.equal(after(START, duplicate(['lines.qty'])).drawn, 'a #s(b c) lines(lines.qty lines.qty2 lines.twice) d');

  const other = form(text('b'), LINES);
  const sent = nodesIn(copied(START_2, ['#s', 'b', 'd']) ?? '');
  assert.equal(sent?.length, 2);
  const pasted = after(other, add(sent ?? [], undefined, 'pasted'), ['b']);
  assert.equal(pasted.drawn, 'b #s(b2 c) d lines(lines.qty lines.twice)');
  assert.match(JSON.stringify(placesOf(pasted.body).get('d')?.node), /b2 = /);
});

test('FRM-09 text and other data are not pasted as form nodes', () => {
  for (const words of [
    '',
    'Subject',
    '{',
    '42',
    'null',
    '[]',
    '{"type":"text"}',
    '[{"type":"table","key":"a","label":{}}]',
  ]) {
    assert.equal(nodesIn(words), null, words);
  }
  assert.equal(nodesIn('{"type":"text","key":"a","label":{"en":"A"}}')?.length, 1);
});

test('FRM-09 nodes can be wrapped in sections, columns, tabs and wizards, and unwrapped', () => {
  assert.equal(
    after(START, wrap(['d', 'a'], 'section', label)).drawn,
    '#section(a d) #s(b c) lines(lines.qty lines.twice)',
  );
  const tabs = after(form(section('s', text('a')), section('t', text('b'))), wrap(['#s', '#t'], 'tabs', label));
  assert.equal(tabs.drawn, '#tabs(#s(a) #t(b))');
  assert.equal(placesOf(tabs.body).get('#t')?.node.type, 'tab');
  const flat = after(tabs.body, unwrap('#tabs'));
  assert.deepEqual(
    flat.body.root.children.map(({ type }) => type),
    ['section', 'section'],
  );
  assert.equal(
    after(START, wrap(['a', 'd'], 'wizard', label)).drawn,
    '#wizard(#step(a d)) #s(b c) lines(lines.qty lines.twice)',
  );
  assert.equal(wrap(['b'], 'wizard', label)(START, []), null);
  const wizard = after(form(text('a')), wrap(['a'], 'wizard', label)).body;
  for (const type of ['tabs', 'section'] as const) assert.equal(wrap(['#wizard'], type, label)(wizard, []), null, type);
  assert.equal(after(START, wrapFollowing('b', label)).drawn, 'a #s(#section(b c)) lines(lines.qty lines.twice) d');
});

test('FRM-09 after a deletion the neighbour is selected, and broken references are listed before', () => {
  assert.deepEqual(after(START, remove(['b'])).selection, ['c']);
  assert.deepEqual(after(START, remove(['d'])).selection, ['lines']);
  assert.deepEqual(after(START, remove(['b', 'c'])).selection, ['#s']);
  const used = form(
    section('s', text('a'), text('b', { visible: { expr: 'a = "1"' } })),
    text('c', { visible: { field: 'a', op: 'eq', value: '' } }),
  );
  assert.deepEqual(
    lostBy(used, ['#s']).map(({ key, place }) => `${key} ${place.of}`),
    ['a c'],
  );
  assert.deepEqual(
    lostBy(used, ['a']).map(({ place }) => place.of),
    ['b', 'c'],
  );
  assert.deepEqual(lostBy(START, ['lines']), []);
  assert.deepEqual(
    lostBy(START, ['lines.qty']).map(({ place }) => place.of),
    ['lines.twice'],
  );
});

test('FRM-09 renaming a key keeps the selection and counts its uses; of two equal keys only one is renamed', () => {
  const used = form(text('a'), text('b', { visible: { expr: 'a = "1"' } }));
  const renamed = after(used, rename('a', 'subject'));
  assert.deepEqual([renamed.selection, renamed.summary.uses, renamed.summary.into], [['subject'], 1, 'subject']);
  const twins = form(text('a'), text('a'), text('b', { visible: { expr: 'a = "1"' } }));
  const apart = rename('a~2', 'z')(twins, []);
  assert.equal(drawn(apart?.body as FormBody), 'a z b');
  assert.match(JSON.stringify(apart?.body), /a = /);
});

test('FRM-09 a key follows its label until something refers to it', () => {
  assert.equal(keyFromLabel('Täna — Cost  centre 2'), 'tanaCostCentre2');
  assert.equal(keyFromLabel('2 сумма'), '');
  const labelled = (key: string, en: string) => ({ type: 'text', key, label: { en } }) as FormNode;
  assert.equal(
    after(form(labelled('text', 'Subject'), text('subject')), keyByLabel('text', 'en')).drawn,
    'subject2 subject',
  );
  const used = form(labelled('a', 'Subject'), text('b', { visible: { field: 'a', op: 'eq', value: '' } }));
  assert.equal(keyByLabel('a', 'en')(used, []), null);
});

test('FRM-09 members are set and removed on several nodes at once; other nodes stay the same objects', () => {
  const changed = after(START, update(['a', 'd'], { required: true }), ['a', 'd']);
  assert.deepEqual(changed.selection, ['a', 'd']);
  assert.equal(changed.body.root.children[1], START.root.children[1]);
  assert.deepEqual(after(changed.body, update(['a', 'd'], { required: undefined })).body, START);
  assert.equal(update(['a'], { label: { en: 'x' } })(START, []), null);
  assert.deepEqual(withText({ en: 'A', et: 'B' }, 'et', ''), { en: 'A' });
  assert.equal(withText({ en: 'A' }, 'en', ''), undefined);
});

test('FRM-09 no sequence of edits makes a valid form invalid or loses a field', () => {
  const types = ['section', 'columns', 'tabs', 'wizard', 'stack'] as const;
  const command = fc.tuple(fc.nat(8), fc.nat(40), fc.nat(40), fc.nat(6));
  fc.assert(
    fc.property(fc.array(command, { maxLength: 25 }), (commands) => {
      let body = form(
        text('a', { width: 6 }),
        section('s', text('b'), text('c')),
        { ...LINES, type: 'group' } as FormNode,
        text('d'),
      );
      let fields = 7;
      for (const [what, one, other, number] of commands) {
        const ids = [...placesOf(body).keys()];
        const id = ids[one % ids.length] as NodeId;
        const target = ids[other % ids.length] as NodeId;
        const edit = [
          move([id, target], { parent: target, index: number }),
          move([id], { parent: target, index: number }),
          step([id], (['up', 'down', 'in', 'out'] as const)[number % 4] as 'up'),
          moveBeside([id], target, 'left'),
          wrap([id, target], types[number % 5] as 'section', label),
          unwrap(id),
          wrapFollowing(id, label),
          rename(id, `k${one}${other}`),
          addBeside([text('b')], target, 'right'),
        ][what] as Edit;
        // A cell moved out of its row cannot keep expressions about the row.
        const edited = edit(body, []);
        if (!edited) continue;
        const faults = checkDefinition(edited.body).filter(
          ({ params }) => !/there is no field|depends on itself/.test(String(params?.detail)),
        );
        if (faults.some(({ params }) => /list of 1 to/.test(String(params?.detail)))) continue;
        assert.deepEqual(faults, []);
        if (what === 8) fields += 1;
        body = edited.body;
        assert.equal([...placesOf(body).values()].filter(({ node }) => 'key' in node).length, fields, `${what}`);
      }
    }),
    { numRuns: 150 },
  );
});
