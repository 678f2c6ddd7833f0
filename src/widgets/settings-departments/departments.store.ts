import { computed } from '@preact/signals-core';
import { createIdempotentRequest } from '../../shared/api/idempotent-request.ts';
import type { call } from '../../shared/api/index.ts';
import {
  createDepartment,
  type DepartmentChange,
  type DepartmentMove,
  deleteDepartment,
  listDepartmentUses,
  previewDepartmentMove,
  updateDepartment,
} from '../../shared/contracts/departments.contract.ts';
import {
  type Department,
  type DepartmentNode,
  listCompanies,
  listDepartments,
  type ReferenceUses,
} from '../../shared/contracts/reference-data.contract.ts';
import { getUser } from '../../shared/contracts/session.contract.ts';
import { createLoaded } from '../../shared/lists/loaded.ts';
import type { ComboItem } from '../../shared/ui/combo-box.tsx';
import { NO_TREE, treeOf } from './tree.rules.ts';

const COMPANIES_SHOWN = 50;

/** The departments of an organisation; `send` is `call` of shared/api. Changes reject with ApiError. */
export function createDepartments(send: typeof call) {
  const idempotent = createIdempotentRequest();
  const { state, load, stop } = createLoaded(async (signal) => {
    const departments = await send(listDepartments, { query: { tree: true, inactive: true }, signal });
    return { tree: treeOf(departments as DepartmentNode[]) };
  });
  const tree = computed(() => (state.value.status === 'ready' ? state.value.tree : NO_TREE));

  async function create(body: DepartmentChange): Promise<Department> {
    const created = await idempotent.carryOut(body, (idempotencyKey) =>
      send(createDepartment, { body, idempotencyKey }),
    );
    await load();
    return created;
  }

  /** Fields that are not in `change` stay. */
  async function update(
    { id, code, name, version }: Department,
    change: Omit<Partial<DepartmentChange>, 'id' | 'version'>,
  ): Promise<Department> {
    const changed = await send(updateDepartment, {
      params: { id },
      ifMatch: version,
      body: { code, name, ...change },
    });
    await load();
    return changed;
  }

  async function remove({ id, version }: Department, into: string | null): Promise<void> {
    await send(deleteDepartment, { params: { id }, ifMatch: version, ...(into !== null && { query: { into } }) });
    await load();
  }

  return {
    state,
    tree,
    load,
    stop,
    create,
    update,
    remove,
    /** `parentId` null: to the top. */
    move: (department: Department, parentId: string | null) => update(department, { parentId }),
    movePreview: (id: string, parentId: string | null, signal: AbortSignal): Promise<DepartmentMove> =>
      send(previewDepartmentMove, { params: { id }, ...(parentId !== null && { query: { parentId } }), signal }),
    usesOf: (id: string, signal: AbortSignal): Promise<ReferenceUses> =>
      send(listDepartmentUses, { params: { id }, signal }),
    async companies(q: string, signal: AbortSignal): Promise<readonly ComboItem[]> {
      const { items } = await send(listCompanies, { query: { q, limit: COMPANIES_SHOWN }, signal });
      return items.map(({ id, name, code }) => ({ id, text: name, detail: code }));
    },
    /** Whether a user can still act; false if that is unknown. */
    async isInactiveUser(userId: string, signal: AbortSignal): Promise<boolean> {
      const user = await send(getUser, { params: { userId }, signal });
      return 'status' in user && user.status !== 'active' && user.status !== 'invited';
    },
  };
}

export type DepartmentsStore = ReturnType<typeof createDepartments>;
