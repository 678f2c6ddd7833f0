import type { Caller } from '../../platform/caller.ts';
import { AppError } from '../../platform/errors.ts';
import { publishedForm } from '../forms/index.ts';
import { mayStart } from '../processes/index.ts';
import { mayFind } from './catalogue.rules.ts';
import { type ItemProcess, processesOf } from './item-processes.ts';
import { type ItemRow, readItem } from './items.store.ts';

/** An item that the caller may start, with the published version of its form. */
export interface Startable {
  readonly item: ItemRow;
  readonly found: ItemProcess;
  readonly form: NonNullable<Awaited<ReturnType<typeof publishedForm>>> | null;
}

/** Finds an item that the caller sees. Throws catalogue.item_not_found. */
export async function visibleItem(call: Caller, id: string): Promise<ItemRow> {
  const item = await readItem(call.tx, id);
  if (!item || !mayFind(item, call.session)) throw new AppError('catalogue.item_not_found');
  const found = (await processesOf(call, [item])).of(item);
  if (found && !mayStart(found.definition, call.session)) throw new AppError('catalogue.item_not_found');
  return item;
}

/** Finds an item that the caller may start now. Throws catalogue.item_not_found, process.suspended and form.not_published. */
export async function startableItem(call: Caller, id: string): Promise<Startable> {
  const item = await visibleItem(call, id);
  const processes = await processesOf(call, [item]);
  const found = processes.of(item);
  const blocked = processes.blocked(item);
  if (!found || blocked === 'inactive') throw new AppError('catalogue.item_not_found');
  if (blocked === 'suspended') throw new AppError('process.suspended', { name: found.process.name });
  if (found.formId === null) return { item, found, form: null };
  const scope = { db: call.context.db, tenantId: call.session.tenantId };
  const form = await publishedForm(call.tx, scope, found.formId);
  if (!form) throw new AppError('form.not_published');
  return { item, found, form };
}
