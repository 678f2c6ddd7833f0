import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DepartmentNode } from '../../shared/contracts/reference-data.contract.ts';
import {
  ancestorsOf,
  before,
  canMove,
  findByText,
  firstExpanded,
  outOf,
  rowsOf,
  stepOf,
  type TreeView,
  treeOf,
} from './tree.rules.ts';

function department(id: string, people: number, children: DepartmentNode[] = [], active = true): DepartmentNode {
  const fixed = { parentId: null, manager: null, company: null, version: 1 };
  return { ...fixed, id, code: `C-${id}`, name: id, people, active, children };
}

const PORT = [
  department('Port', 1, [
    department('Works', 2, [department('Terminal', 3), department('Workshop', 4, [], false)]),
    department('Office', 5),
  ]),
  department('Yacht harbour', 6),
];
const TREE = treeOf(PORT);
const ALL: TreeView = { q: '', showsInactive: false, opened: null, isExpanded: () => true };
const namesOf = (view: Partial<TreeView>) => rowsOf(TREE, { ...ALL, ...view }).map(({ node }) => node.department.name);
const node = (id: string) => TREE.byId.get(id)!;

test('ADM-04 a department has the users of those below it, and its place', () => {
  assert.deepEqual(
    [...TREE.byId.values()].map(({ department: { id }, level, people }) => [id, level, people]),
    [
      ['Port', 1, 15],
      ['Works', 2, 9],
      ['Terminal', 3, 3],
      ['Workshop', 3, 4],
      ['Office', 2, 5],
      ['Yacht harbour', 1, 6],
    ],
  );
  assert.deepEqual(
    ancestorsOf(node('Terminal')).map(({ department }) => department.id),
    ['Port', 'Works'],
  );
  const rows = rowsOf(TREE, { ...ALL, showsInactive: true });
  assert.deepEqual(
    rows.map(({ place, siblings, isExpanded }) => [place, siblings, isExpanded]),
    [
      [1, 2, true],
      [1, 2, true],
      [1, 2, undefined],
      [2, 2, undefined],
      [2, 2, undefined],
      [2, 2, undefined],
    ],
  );
});

test('ADM-04 the tree shows expanded departments, inactive ones on demand, and the matches of a search with those above', () => {
  assert.deepEqual(namesOf({ isExpanded: (id) => id === 'Port' }), ['Port', 'Works', 'Office', 'Yacht harbour']);
  assert.ok(!namesOf({}).includes('Workshop'));
  assert.ok(namesOf({ showsInactive: true }).includes('Workshop'));
  assert.ok(namesOf({ opened: 'Workshop' }).includes('Workshop'), 'the opened one is always shown');
  assert.deepEqual(namesOf({ q: 'c-TERM' }), ['Port', 'Works', 'Terminal']);
  assert.deepEqual(
    rowsOf(TREE, { ...ALL, q: 'term' }).map(({ isMatch }) => isMatch),
    [false, false, true],
  );
  assert.deepEqual(namesOf({ q: 'shop' }), [], 'an inactive match is not shown');
  const closed = treeOf([department('Closed', 0, [department('Open', 0), department('Shut', 0, [], false)], false)]);
  assert.deepEqual(
    rowsOf(closed, ALL).map((row) => [row.node.department.id, row.isExpanded]),
    [
      ['Closed', true],
      ['Open', undefined],
    ],
    'an inactive department leads to the active ones below it',
  );
});

test('ADM-04 whole levels are expanded at first, as long as the tree stays short', () => {
  assert.deepEqual([...firstExpanded(TREE, 60)], ['Port', 'Works']);
  assert.deepEqual([...firstExpanded(TREE, 6)], ['Port', 'Works']);
  assert.deepEqual([...firstExpanded(TREE, 5)], ['Port']);
  assert.deepEqual([...firstExpanded(TREE, 3)], []);
});

test('ADM-04 keys move through the tree as the ARIA practices say', () => {
  const rows = rowsOf(TREE, { ...ALL, isExpanded: (id) => id === 'Port' });
  const names = rows.map((row) => row.node.department.id);
  assert.deepEqual(names, ['Port', 'Works', 'Office', 'Yacht harbour']);
  for (const [key, at, step] of [
    ['ArrowDown', 0, { focus: 1 }],
    ['ArrowDown', 3, { focus: 3 }],
    ['ArrowUp', 1, { focus: 0 }],
    ['ArrowUp', 0, { focus: 0 }],
    ['Home', 2, { focus: 0 }],
    ['End', 0, { focus: 3 }],
    ['ArrowRight', 0, { focus: 1 }],
    ['ArrowRight', 1, { toggle: 'Works' }],
    ['ArrowRight', 2, { focus: 2 }],
    ['ArrowLeft', 0, { toggle: 'Port' }],
    ['ArrowLeft', 1, { focus: 0 }],
    ['ArrowLeft', 3, { focus: 3 }],
    ['Tab', 0, null],
  ] as const) {
    assert.deepEqual(stepOf(key, rows, at), step, `${key} at ${names[at]}`);
  }
  assert.equal(stepOf('Home', [], -1), null);
});

test('ADM-04 typing finds the next department by the beginning of its name', () => {
  const rows = rowsOf(TREE, ALL);
  const found = (at: number, typed: string) => rows[findByText(rows, at, typed)]?.node.department.id;
  assert.equal(found(0, 'o'), 'Office');
  assert.equal(found(0, 'p'), 'Port', 'it begins again at the top');
  assert.equal(found(1, 'wo'), 'Works', 'more letters stay on a match');
  assert.equal(found(0, 'YACHT h'), 'Yacht harbour');
  assert.equal(found(0, 'x'), undefined);
});

test('ADM-04 a department moves neither below itself nor to where it is', () => {
  assert.equal(canMove(node('Works'), node('Office')), true);
  assert.equal(canMove(node('Works'), null), true);
  assert.equal(canMove(node('Works'), node('Works')), false);
  assert.equal(canMove(node('Works'), node('Terminal')), false);
  assert.equal(canMove(node('Works'), node('Port')), false, 'it is there');
  assert.equal(canMove(node('Port'), null), false, 'it is there');
});

test('ADM-04 one level out is below the department above, and one level in below the previous one', () => {
  const rows = rowsOf(TREE, { ...ALL, showsInactive: true });
  const row = (id: string) => rows.find((one) => one.node.department.id === id)!;
  assert.equal(outOf(row('Terminal')), node('Port'));
  assert.equal(outOf(row('Works')), null, 'the top');
  assert.equal(outOf(row('Port')), undefined, 'it is at the top');
  assert.equal(before(rows, row('Workshop')), node('Terminal'));
  assert.equal(before(rows, row('Office')), node('Works'));
  assert.equal(before(rows, row('Yacht harbour')), node('Port'));
  assert.equal(before(rows, row('Works')), undefined);
});
