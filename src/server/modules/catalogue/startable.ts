import type { Caller } from '../../platform/caller.ts';
import { AppError } from '../../platform/errors.ts';
import { translated } from '../config-texts/index.ts';
import { publishedForm } from '../forms/index.ts';
import { scopeOf } from '../processes/index.ts';
import { mayFind } from './catalogue.rules.ts';
import { type ItemProcess, type ItemTargets, targetsOf } from './item-targets.ts';
import { type ItemRow, readItem, readItems } from './items.store.ts';

/** An item that the caller may start, with the published version of its form. */
export interface Startable {
  readonly item: ItemRow;
  readonly targets: ItemTargets;
  readonly found: ItemProcess;
  readonly form: NonNullable<Awaited<ReturnType<typeof publishedForm>>> | null;
}

/** Finds an item that the caller sees. Throws catalogue.item_not_found. */
export async function visibleItem(call: Caller, id: string): Promise<{ item: ItemRow; targets: ItemTargets }> {
  const found = await readItem(call.tx, id);
  if (!found || !mayFind(found, call.session)) throw new AppError('catalogue.item_not_found');
  const item = await translated(call.tx, scopeOf(call), 'catalogue-items', found.id, found);
  const targets = await targetsOf(call, [item]);
  if (!targets.permits(item, call.session)) throw new AppError('catalogue.item_not_found');
  return { item, targets };
}

/** Finds an item that the caller may start now. Throws catalogue.item_not_found, process.suspended and form.not_published. */
export async function startableItem(call: Caller, id: string): Promise<Startable> {
  const { item, targets } = await visibleItem(call, id);
  const found = targets.of(item);
  const blocked = targets.blocked(item);
  if (!found || blocked === 'inactive' || blocked === 'registry_missing')
    throw new AppError('catalogue.item_not_found');
  if (blocked === 'suspended') throw new AppError('process.suspended', { name: found.process.name });
  if (found.formId === null) return { item, targets, found, form: null };
  const scope = { db: call.context.db, tenantId: call.session.tenantId };
  const form = await publishedForm(call.tx, scope, found.formId);
  if (!form) throw new AppError('form.not_published');
  return { item, targets, found, form };
}

/** Returns the id of the first item for a kind of case that the caller may start. Throws catalogue.item_not_found. */
export async function itemOfKind(call: Caller, caseTypeId: string): Promise<string> {
  const items = (await readItems(call.tx)).filter(
    (item) => item.kind === 'case' && item.target === caseTypeId && item.active && mayFind(item, call.session),
  );
  if (items.length === 0) throw new AppError('catalogue.item_not_found');
  return items[0]!.id;
}
