import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Department } from '../../../shared/contracts/reference-data.contract.ts';
import { treeOf } from './departments.rules.ts';

const department = (id: string, parentId: string | null) => ({ id, parentId }) as Department;

test('ADM-04 departments form a tree in their order; one whose parent is missing is a root', () => {
  const tree = treeOf([
    department('port', null),
    department('lost', 'removed'),
    department('cranes', 'port'),
    department('winches', 'cranes'),
    department('pilots', 'port'),
  ]);
  type Node = { readonly id: string; readonly children: readonly Node[] };
  const names = (nodes: readonly Node[]): unknown[] => nodes.map(({ id, children }) => [id, names(children)]);
  assert.deepEqual(names(tree), [
    [
      'port',
      [
        ['cranes', [['winches', []]]],
        ['pilots', []],
      ],
    ],
    ['lost', []],
  ]);
  assert.deepEqual(treeOf([]), []);
});
