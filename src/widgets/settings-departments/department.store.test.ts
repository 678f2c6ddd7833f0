import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../shared/api/index.ts';
import type { ErrorCode, FieldError } from '../../shared/contracts/errors.ts';
import type { Department } from '../../shared/contracts/reference-data.contract.ts';
import { createDepartmentStore } from './department.store.ts';

const TERMINAL: Department = {
  ...{ id: 'd1', parentId: null, code: 'TERM', name: 'Terminal', people: 3, active: true, version: 4 },
  manager: { id: 'olga', key: 'k1', name: 'Olga' },
  company: { id: 'c1', name: 'Sadam' },
};
const refusal = (code: ErrorCode, status: number, more: object = {}) =>
  new ApiError(code, status, { problem: { code, status, title: code, ...more } as never });

function open(answer: (change: object) => Department) {
  const sent: object[] = [];
  let loads = 0;
  const store = createDepartmentStore(TERMINAL, {
    update: async ({ version }, change) => {
      sent.push({ version, ...change });
      return answer(change);
    },
    load: async () => {
      loads += 1;
    },
  });
  return { store, sent, loads: () => loads };
}

test('ADM-04 the fields of a department are saved together, with the version that was edited', async () => {
  const { store, sent } = open(() => ({ ...TERMINAL, name: 'Terminal 2', manager: null, version: 5 }));
  assert.equal(store.isChanged.value, false);
  store.type({ name: ' Terminal 2 ', head: null });
  assert.equal(store.isChanged.value, true);
  assert.equal(await store.submit(), true);
  assert.deepEqual(sent, [
    { version: 4, name: 'Terminal 2', code: 'TERM', managerId: null, companyId: 'c1', active: true },
  ]);
  assert.equal(store.isChanged.value, false);
  assert.equal(store.values.value.name, 'Terminal 2');
});

test('ADM-04 VAL-15 a department without name or code is not sent, and typing clears the fault', async () => {
  const { store, sent } = open(() => TERMINAL);
  store.type({ name: ' ', code: '' });
  assert.equal(await store.submit(), false);
  assert.deepEqual(store.faults.value, { name: 'required', code: 'required' });
  store.type({ name: 'T' });
  assert.deepEqual(store.faults.value, { code: 'required' });
  assert.deepEqual(sent, []);
});

test('ADM-04 a refused code and a refused head are faults of their fields', async () => {
  let error = refusal('department.code_taken', 409);
  const { store } = open(() => {
    throw error;
  });
  store.type({ code: 'SHOP' });
  assert.equal(await store.submit(), false);
  assert.deepEqual(store.faults.value, { code: 'taken' });
  const errors: FieldError[] = [{ pointer: '/managerId', code: 'field.choice_unknown' } as FieldError];
  error = refusal('department.unknown_reference', 422, { errors });
  assert.equal(await store.submit(), false);
  assert.deepEqual(store.faults.value, { head: 'refused' });
  assert.equal(store.save.value.status, 'failed');
  store.reset();
  assert.equal(store.isChanged.value, false);
  assert.equal(store.save.value.status, 'idle');
});

test('ADM-04 after another administrator saved first, own input stays beside the other value', async () => {
  const current = { ...TERMINAL, name: 'Quay terminal', code: 'QT', version: 7 };
  let isFirst = true;
  const { store, sent, loads } = open((change) => {
    if (!isFirst) return { ...current, ...change, version: 8 } as Department;
    isFirst = false;
    throw refusal('edit.conflict', 412, { current });
  });
  store.type({ name: 'Terminal 2' });
  assert.equal(await store.submit(), false);
  assert.equal(store.save.value.status, 'conflict');
  assert.deepEqual(store.theirs.value, { name: 'Quay terminal' });
  assert.equal(store.values.value.name, 'Terminal 2');
  assert.equal(store.values.value.code, 'QT', 'what was not changed here follows');
  assert.equal(loads(), 1);
  assert.equal(await store.submit(), true);
  assert.deepEqual((sent[1] as { version: number }).version, 7);
  assert.deepEqual(store.theirs.value, {});
});

test('ADM-04 a move or a reload takes over new values, except where something was typed', () => {
  const { store } = open(() => TERMINAL);
  store.type({ active: false });
  store.sync({ ...TERMINAL, parentId: 'd0', company: null, version: 5 });
  assert.equal(store.values.value.company, null);
  assert.equal(store.values.value.active, false);
  assert.equal(store.isChanged.value, true);
  store.sync({ ...TERMINAL, name: 'Old', version: 3 });
  assert.equal(store.saved.value.version, 5, 'an older response changes nothing');
});
