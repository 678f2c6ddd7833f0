import type { FormBody } from '../../../shared/forms/index.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { CallerSession } from '../../platform/session.ts';
import { translated } from '../config-texts/index.ts';
import { formVersion } from '../forms/index.ts';
import { findRegistry, mayReadRecord, mayWrite, type Registry } from '../records/index.ts';
import { type RecordRow, readRecord } from './records.store.ts';

export interface RecordCall {
  readonly tx: Tx;
  readonly session: CallerSession;
  readonly context: AppContext;
  readonly now: Date;
}

const notFound = (name: string) => new AppError('registry.not_found', { name: name.slice(0, 64).toWellFormed() });

/** Finds a registry whose records the caller may read, all or their own; for other callers it does not exist. */
export async function visibleRegistry(call: RecordCall, name: string): Promise<Registry> {
  const { tx, context, session } = call;
  const registry = await findRegistry(tx, session, name, { owner: true });
  if (!registry) throw notFound(name);
  return translated(tx, { db: context.db, tenantId: session.tenantId }, 'registries', registry.id, registry);
}

/** As `visibleRegistry`; throws access.denied for callers with read access only. */
export async function writableRegistry(call: RecordCall, name: string): Promise<Registry> {
  const registry = await visibleRegistry(call, name);
  if (!mayWrite(call.session, registry)) throw new AppError('access.denied');
  return registry;
}

/** Finds a record by its id or number that the caller may read. Throws record.not_found. */
export async function recordOf(
  { tx, session }: RecordCall,
  registry: Registry,
  name: string,
  how?: Parameters<typeof readRecord>[3],
): Promise<RecordRow> {
  const row = await readRecord(tx, registry.id, name, how);
  if (!row || !mayReadRecord(session, registry, row.owner_id)) throw new AppError('record.not_found');
  return row;
}

/** Returns who receives live events about a record: users who may read it, by their groups, and its owner. */
export function readersOf(
  { readGroups, writeGroups, ownerReads }: Registry,
  { owner_id: owner }: Pick<RecordRow, 'owner_id'>,
): string[] {
  const groups = new Set([...readGroups, ...writeGroups, 'admin', 'verva.admin']);
  const principals = [...groups].map((group) => `g:${group}`);
  return ownerReads && owner !== null ? [...principals, `u:${owner}`] : principals;
}

export interface VersionOfForm {
  readonly number: number;
  readonly body: FormBody;
}

/** Returns the form version that the record keeps; null for a registry without a form. Throws form.not_found if it had none then. */
export async function formOf(
  { tx, context, session }: RecordCall,
  { formId }: Registry,
  { form_number: number }: RecordRow,
): Promise<VersionOfForm | null> {
  if (formId === null) return null;
  const scope = { db: context.db, tenantId: session.tenantId };
  const body = number === null ? null : await formVersion(tx, scope, formId, number);
  if (number === null || !body) throw new AppError('form.not_found');
  return { number, body };
}
