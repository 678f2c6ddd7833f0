import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayDelete, mayRead, mayWrite } from './registries.rules.ts';

test('PRV-01 writers change records, readers read them, and administrators do both', () => {
  const registry = { readGroups: ['assetviewer'], writeGroups: ['assetadmin'] };
  const rights = (isAdmin: boolean, ...groups: string[]) => {
    const viewer = { isAdmin, groups };
    return [mayRead(viewer, registry), mayWrite(viewer, registry)];
  };
  assert.deepEqual(rights(false), [false, false]);
  assert.deepEqual(rights(false, 'clerks', 'assetviewer'), [true, false]);
  assert.deepEqual(rights(false, 'assetadmin'), [true, true]);
  assert.deepEqual(rights(true), [true, true]);
  const closed = { readGroups: [], writeGroups: [] };
  assert.deepEqual(
    [mayRead({ isAdmin: false, groups: ['x'] }, closed), mayWrite({ isAdmin: true, groups: [] }, closed)],
    [false, true],
  );
});

test('PRV-01 groups for deleting restrict those who may change records', () => {
  const registry = { writeGroups: ['assetadmin'], deleteGroups: ['stewards'] };
  const deletes = (isAdmin: boolean, ...groups: string[]) => mayDelete({ isAdmin, groups }, registry);
  assert.deepEqual(
    [deletes(false, 'assetadmin'), deletes(false, 'stewards'), deletes(false, 'assetadmin', 'stewards'), deletes(true)],
    [false, false, true, true],
  );
  assert.ok(mayDelete({ isAdmin: false, groups: ['assetadmin'] }, { ...registry, deleteGroups: [] }));
});
