import type { FastifyRequest } from 'fastify';
import { IMPORT_DISABLED_SHARE, type ImportOptions } from '../../../shared/contracts/imports.contract.ts';
import type { Caller } from '../../platform/caller.ts';
import { viaOf } from '../../platform/element-client.ts';
import { isElement } from '../../platform/element-scopes.ts';
import { AppError } from '../../platform/errors.ts';
import { assertRecentSignIn } from '../../platform/http/recent-sign-in.ts';
import type { CallerSession } from '../../platform/session.ts';
import type { AnyImportResource, EntryChange, ImportCall } from './import-resource.ts';
import { insertPlan, type RunRow, type StoredOptions } from './imports.store.ts';
import { planRows, type RawRow, sameKey } from './plan.ts';

/** Plans the rows, with the entries that they lack, and stores the plan; returns its id. */
export async function storePlan(
  { language, ...caller }: Caller & { readonly language: string },
  resource: AnyImportResource,
  rows: readonly RawRow[],
  options: ImportOptions,
  isSync: boolean,
  client?: string,
  headings: NonNullable<StoredOptions['headings']> = [],
): Promise<string> {
  const { tx, session, context, now } = caller;
  const call: ImportCall = {
    tx,
    session: { ...session, languageId: language },
    context,
    now,
    options,
    isWriting: false,
    isSync,
    afterwards: () => undefined,
  };
  const active = options.missing === 'disable' ? await resource.listActive?.(call, options.key) : undefined;
  const last = rows.reduce((most, { row }) => Math.max(most, row), 1);
  const given = new Set(rows.map(({ key }) => sameKey(resource, options.key, key)));
  // Entries without a key cannot be in the file, and stay.
  const missing = (active ?? [])
    .filter(({ key }) => key !== '' && !given.has(sameKey(resource, options.key, key)))
    .map(({ key }, index): RawRow => {
      return { row: last + 1 + index, key, cells: resource.disabled ?? {}, isMissing: true };
    });
  const plans = await planRows(call, resource, [...rows, ...missing]);
  const changes = plans.flatMap(({ verb, current, after }): EntryChange[] =>
    verb === 'same' || verb === 'refuse' ? [] : [{ verb: current ? 'change' : 'add', current, values: after! }],
  );
  const stored = {
    ...options,
    isSync,
    ...(client === undefined ? {} : { client }),
    ...(headings.length > 0 ? { headings } : {}),
    ...(isElement(session) ? { element: viaOf(session) } : {}),
    language,
    lastRow: last,
    active: active?.length ?? 0,
    changesAdministrators: changes.some((change) => resource.changesAdministrators?.(change) ?? false),
    openTasks: (await resource.countOpenTasks?.(call, changes)) ?? 0,
  };
  return insertPlan(tx, { resource: resource.name, total: rows.length, options: stored }, plans, now);
}

/** Returns the number of deactivations that needs a confirmation; null if they are few. */
export function confirmationOf({ mode, counts, options }: RunRow): number | null {
  const disabled = counts.disable ?? 0;
  return mode === 'dry' && disabled > options.active * IMPORT_DISABLED_SHARE ? disabled : null;
}

/**
 * Refuses plans and undos that change administrators after a sign-in too long ago. Elements are exempt: their tokens change
 * no rights and no accounts, and say nothing of the sign-in. Throws `session.too_old`.
 */
export function assertMayChangeAdministrators(
  { options }: RunRow,
  session: CallerSession,
  request: Pick<FastifyRequest, 'headers'>,
  now: Date,
): void {
  if (options.changesAdministrators && !isElement(session)) assertRecentSignIn(request, now);
}

/** Throws import.too_many_disabled unless the number of deactivations is small or confirmed. */
export function assertConfirmed(run: RunRow, confirmed: number | undefined): void {
  const needed = confirmationOf(run);
  if (needed === null || confirmed === needed) return;
  throw new AppError('import.too_many_disabled', { count: needed, active: run.options.active });
}
