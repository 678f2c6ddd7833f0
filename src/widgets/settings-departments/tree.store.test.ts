import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signal } from '@preact/signals-core';
import type { DepartmentNode } from '../../shared/contracts/reference-data.contract.ts';
import { treeOf } from './tree.rules.ts';
import { createTreeView, printShown, readShown } from './tree.store.ts';

function department(id: string, children: DepartmentNode[] = []): DepartmentNode {
  const fixed = { parentId: null, manager: null, company: null, people: 0, active: true, version: 1 };
  return { ...fixed, id, code: id, name: id, children };
}
const many = Array.from({ length: 70 }, (_, index) => department(`t${index}`));
const TREE = treeOf([department('Port', [department('Works', [department('Terminal', many)])])]);
const NOTHING = { q: '', showsInactive: false };

function view(owner: string, now?: () => number) {
  const created = createTreeView(signal(TREE), owner, NOTHING, now);
  const names = () => created.rows.value.map(({ node }) => node.department.id);
  const focused = () => names()[created.focused.value];
  return { ...created, names, focused };
}

test('ADM-04 expanded departments are remembered for the user, and the others begin with the first levels', () => {
  const first = view('anna');
  assert.deepEqual(first.names(), ['Port', 'Works', 'Terminal']);
  first.toggle('Works');
  assert.deepEqual(first.names(), ['Port', 'Works']);
  assert.deepEqual(view('anna').names(), ['Port', 'Works']);
  assert.deepEqual(view('mart').names(), ['Port', 'Works', 'Terminal']);
  first.collapseAll();
  assert.deepEqual(first.names(), ['Port']);
  first.expandAll();
  assert.equal(first.names().length, 73);
});

test('ADM-04 a search expands what it finds, and keeps what was expanded before it', () => {
  const tree = view('kadri');
  tree.show({ q: 't6' });
  assert.deepEqual(tree.names().slice(0, 5), ['Port', 'Works', 'Terminal', 't6', 't60']);
  tree.toggle('Terminal');
  assert.deepEqual(tree.names(), ['Port', 'Works', 'Terminal']);
  tree.show({ q: 't69' });
  assert.deepEqual(tree.names(), ['Port', 'Works', 'Terminal', 't69']);
  tree.show({ q: '' });
  assert.deepEqual(tree.names(), ['Port', 'Works', 'Terminal']);
});

test('ADM-04 search and inactive departments are part of the address', () => {
  assert.equal(printShown(NOTHING), '');
  assert.equal(printShown({ q: 'crane & co', showsInactive: true }), 'q=crane+%26+co&inactive=true');
  assert.deepEqual(readShown('q=crane+%26+co&inactive=true'), { q: 'crane & co', showsInactive: true });
  assert.deepEqual(readShown(''), NOTHING);
});

test('ADM-04 the focus follows keys and typed letters, and a department that is revealed', () => {
  let time = 0;
  const tree = view('olga', () => time);
  assert.equal(tree.focused(), 'Port');
  assert.equal(tree.press('ArrowDown'), true);
  assert.equal(tree.focused(), 'Works');
  assert.equal(tree.press('F2'), false);
  tree.goTo('t5');
  assert.equal(tree.focused(), 't5');
  assert.equal(tree.focusRequest.value, 2);
  tree.type('T');
  assert.equal(tree.focused(), 't6');
  tree.type('1');
  tree.type('9');
  assert.equal(tree.focused(), 't19', 'letters in quick succession are one text');
  assert.equal(tree.isTyping(), true);
  time += 5000;
  assert.equal(tree.isTyping(), false);
  tree.type('x');
  assert.equal(tree.focused(), 't19', 'nothing begins with it');
  tree.toggle('Port');
  assert.equal(tree.focused(), 'Port', 'a line that is gone leaves the focus to the first');
});
