import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  createDepartment,
  DEPARTMENT_LEVELS_MAX,
  DEPARTMENTS_MAX,
  type DepartmentChange,
  deleteDepartment,
  listDepartmentUses,
  previewDepartmentMove,
  updateDepartment,
} from '../../../shared/contracts/departments.contract.ts';
import type { Department } from '../../../shared/contracts/reference-data.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError, faultAt } from '../../platform/errors.ts';
import { assertFresh } from '../../platform/http/if-match.ts';
import { languageOf } from '../../platform/http/problems.ts';
import { serve } from '../../platform/http/serve.ts';
import { isUuid } from '../../platform/uuid.ts';
import * as tree from './department-tree.store.ts';
import * as store from './departments.store.ts';

export function departmentRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, createDepartment, async ({ tx, body, reply }) => {
    await tree.lockTree(tx);
    if ((await tree.countDepartments(tx)) >= DEPARTMENTS_MAX) {
      throw new AppError('department.too_many', { max: DEPARTMENTS_MAX });
    }
    const parentId = body.parentId ?? null;
    await assertPlace(tx, null, parentId);
    const values = await valuesOf(tx, body, null);
    const id = await store.insertDepartment(tx, values);
    if (id === undefined) throw faultAt('department.code_taken', '/code', { value: values.code });
    await tree.placeDepartment(tx, id, parentId);
    return tagged(reply, await foundDepartment(tx, id));
  });

  serve(app, context, updateDepartment, async ({ tx, params, body, request, reply }) => {
    await tree.lockTree(tx);
    const { department } = await editable(tx, params.id, request.headers['if-match']);
    const { id } = department;
    const values = await valuesOf(tx, body, department);
    if (await store.isCodeTaken(tx, values.code, id)) {
      throw faultAt('department.code_taken', '/code', { value: values.code });
    }
    await store.updateDepartment(tx, id, values);
    const { parentId = department.parentId } = body;
    if (parentId !== department.parentId) {
      await assertPlace(tx, id, parentId);
      await tree.placeDepartment(tx, id, parentId);
    }
    return tagged(reply, await foundDepartment(tx, id));
  });

  serve(app, context, deleteDepartment, async ({ tx, params, query, request }) => {
    await tree.lockTree(tx);
    const { department } = await editable(tx, params.id, request.headers['if-match']);
    const { id } = department;
    if (query.into !== undefined) await moveContent(tx, id, query.into);
    const { people, usedBy } = await store.usesOfDepartment(tx, id, languageOf(request));
    const count = people + usedBy.length;
    if (count > 0) throw new AppError('department.in_use', { count }, { people, usedBy });
    await tree.unplaceDepartment(tx, id);
    await store.removeDepartment(tx, id);
    return null;
  });

  serve(app, context, listDepartmentUses, async ({ tx, params, request }) => {
    const { department } = await foundDepartment(tx, params.id);
    return store.usesOfDepartment(tx, department.id, languageOf(request));
  });

  serve(app, context, previewDepartmentMove, async ({ tx, params, query, request }) => {
    const { department } = await foundDepartment(tx, params.id);
    const parentId = query.parentId ?? null;
    await assertPlace(tx, department.id, parentId);
    return tree.previewMove(tx, department.id, parentId, languageOf(request));
  });
}

/** Reads and locks the department. Throws department.not_found. */
async function foundDepartment(tx: Tx, id: string): Promise<store.LockedDepartment> {
  const department = isUuid(id) ? await store.lockDepartment(tx, id) : undefined;
  if (!department) throw new AppError('department.not_found');
  return department;
}

async function editable(tx: Tx, id: string, ifMatch: string | undefined): Promise<store.LockedDepartment> {
  const found = await foundDepartment(tx, id);
  assertFresh(found, found.department, ifMatch);
  return found;
}

/** Gives the users and the sub-departments to another department. */
async function moveContent(tx: Tx, id: string, into: string): Promise<void> {
  await assertPlace(tx, id, into, '?into');
  for (const child of await tree.readChildren(tx, id)) {
    await assertPlace(tx, child, into, '?into');
    await tree.placeDepartment(tx, child, into);
  }
  await store.moveUsers(tx, id, into);
}

/** Throws if the department cannot be placed below the parent. */
async function assertPlace(tx: Tx, id: string | null, parentId: string | null, pointer = '/parentId'): Promise<void> {
  const { exists, isBelow, levels } = await tree.readPlacement(tx, id, parentId);
  if (!exists) throw faultAt('department.unknown_reference', pointer, { value: parentId ?? '' });
  if (isBelow) throw faultAt('department.cycle', pointer);
  if (levels > DEPARTMENT_LEVELS_MAX) throw faultAt('department.too_deep', pointer, { max: DEPARTMENT_LEVELS_MAX });
}

/** Returns the values of a request; omitted ones stay. A head and a company that change must be active. */
async function valuesOf(tx: Tx, body: DepartmentChange, before: Department | null): Promise<store.DepartmentValues> {
  const old = { managerId: before?.manager?.key ?? null, companyId: before?.company?.id ?? null };
  const { managerId = old.managerId, companyId = old.companyId, active = before?.active ?? true } = body;
  const chosen = [
    { pointer: '/managerId', id: managerId, isKept: managerId === old.managerId },
    { pointer: '/companyId', id: companyId, isKept: companyId === old.companyId },
  ].flatMap(({ pointer, id, isKept }) => (id === null || isKept ? [] : { pointer, id: id.toLowerCase() }));
  const known = await store.findChoices(
    tx,
    chosen.map(({ id }) => id),
  );
  for (const { pointer, id } of chosen) {
    if (!known.has(id)) throw faultAt('department.unknown_reference', pointer, { value: id });
  }
  return { code: body.code, name: body.name.trim(), managerId, companyId, active };
}

function tagged(reply: FastifyReply, { department }: store.LockedDepartment): Department {
  reply.header('etag', `"${department.version}"`);
  return department;
}
