import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canBeBelow, entryOf, type Movable, movesTo, placeBeside } from './move.rules.ts';

const item = (id: string, priority: number, children: Movable[] = [], parentId: string | null = null): Movable => ({
  ...{ id, path: `/${id}`, priority, version: 1, parentId },
  children: children.map((child) => ({ ...child, parentId: id })),
});
const MENU = [
  item('inbox', 1),
  item('manuals', 30, [item('report', 90), item('write', 95)]),
  item('assets', 40, [item('keys', 10, [item('lost', 10)])]),
  item('tasks', 998),
];
const of = (id: string) => entryOf(MENU, id)!;

/** Applies the moves and returns ids in their order below a parent. */
function after(id: string, place: { parentId: string | null; index: number }, items = MENU): string[] {
  const moves = new Map(movesTo(items, entryOf(items, id)!, place).map((one) => [one.id, one]));
  const all = (list: readonly Movable[]): Movable[] => list.flatMap((one) => [one, ...all(one.children)]);
  return all(items)
    .map((one) => ({ ...one, ...moves.get(one.id) }))
    .filter(({ parentId }) => parentId === place.parentId)
    .toSorted((a, b) => a.priority - b.priority)
    .map((one) => one.id);
}

test('PRV-02 a move changes one entry where a number is free, and never the order of the others', () => {
  assert.deepEqual(movesTo(MENU, of('tasks'), { parentId: null, index: 1 }), [
    { id: 'tasks', parentId: null, priority: 15, version: 1 },
  ]);
  assert.deepEqual(after('assets', { parentId: null, index: 1 }), ['inbox', 'assets', 'manuals', 'tasks']);
  assert.deepEqual(after('report', { parentId: 'manuals', index: 1 }), ['write', 'report']);
  assert.deepEqual(after('keys', { parentId: 'manuals', index: 0 }), ['keys', 'report', 'write']);
  const close = [item('a', 1), item('b', 2), item('c', 3)];
  assert.deepEqual(after('c', { parentId: null, index: 1 }, close), ['a', 'c', 'b']);
  assert.deepEqual(after('c', { parentId: null, index: 0 }, [item('a', 0), item('b', 1), item('c', 2)]), [
    'c',
    'a',
    'b',
  ]);
});

test('PRV-02 the inbox stays first, and no entry goes below itself or below the last level', () => {
  assert.equal(placeBeside(MENU, of('manuals'), 'up'), undefined);
  assert.equal(placeBeside(MENU, of('inbox'), 'down'), undefined);
  assert.equal(placeBeside(MENU, of('manuals'), 'in'), undefined, 'not below the inbox');
  assert.deepEqual(placeBeside(MENU, of('assets'), 'up'), { parentId: null, index: 1 });
  assert.equal(placeBeside(MENU, of('assets'), 'in'), undefined, 'three levels would become four');
  assert.deepEqual(placeBeside(MENU, of('tasks'), 'in'), { parentId: 'assets', index: 1 });
  assert.deepEqual(placeBeside(MENU, of('keys'), 'out'), { parentId: null, index: 3 });
  assert.deepEqual(placeBeside(MENU, of('write'), 'up'), { parentId: 'manuals', index: 0 });
  assert.equal(placeBeside(MENU, of('write'), 'down'), undefined);
  assert.equal(canBeBelow(MENU, of('assets'), 'lost'), false);
  assert.equal(canBeBelow(MENU, of('keys'), 'keys'), false);
  assert.equal(canBeBelow(MENU, of('report'), 'lost'), false);
  assert.equal(canBeBelow(MENU, of('report'), 'keys'), true);
});
