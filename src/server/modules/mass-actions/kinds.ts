import type { LanguageId } from '../../../shared/contracts/constants.ts';
import type { MassKind } from '../../../shared/contracts/mass-actions.contract.ts';
import { taskListFields } from '../../../shared/contracts/tasks.contract.ts';
import type { Caller } from '../../platform/caller.ts';
import { massFieldsOf, offeredKind, readOffers } from '../cases/index.ts';
import { formVersion } from '../forms/index.ts';
import { type InboxKind, readKinds } from '../inbox/index.ts';
import { loadDefinition, nameIn, processTitles } from '../processes/index.ts';
import { outcomesFor, viewerOf } from '../tasks/index.ts';

const COLUMNS: MassKind['columns'] = Object.entries(taskListFields.fields).map(([field, one]) => ({
  field,
  type: one.type,
  sortable: one.sortable ?? false,
}));

/** Returns the kinds of the caller's open tasks that mass action offers, with the outcomes and fields of the newest task's form. */
export async function readMassKinds(call: Caller, language: LanguageId): Promise<MassKind[]> {
  const { kinds, isCut } = await readKinds(call.tx, viewerOf(call));
  const offers = await readOffers(call.tx);
  const found: MassKind[] = [];
  for (const kind of kinds) {
    const offer = offers(kind.process_key, kind.node_id);
    if (offer === 'none') continue;
    const offered = offeredKind(await describe(call, kind, language), offer);
    if (offered) found.push({ ...offered, ...(isCut ? { countIsAtLeast: true } : {}) });
  }
  return found;
}

/** Returns names, outcomes and fields of a kind, from one of its tasks. */
export async function describe(
  { tx, session, context }: Caller,
  kind: InboxKind,
  language: LanguageId,
): Promise<MassKind> {
  const { process_key: processKey, node_id: taskKey, form_id: formId, form_number: number } = kind;
  const place = { db: context.db, tenantId: session.tenantId };
  const definition = await loadDefinition(tx, place, processKey, kind.process_number);
  const node = definition?.nodes[taskKey];
  const form = formId === null || number === null ? null : await formVersion(tx, place, formId, number);
  const isAnswerable = formId === null || form !== null;
  return {
    processKey,
    processName: (await processTitles(tx, place, language)).get(processKey) ?? processKey,
    taskKey,
    taskName: nameIn({ name: node?.name || kind.name, names: node?.names }, language),
    formId,
    outcomes: isAnswerable ? outcomesFor({ row: kind }, definition, form) : [],
    fields: form ? massFieldsOf(form) : [],
    count: kind.count,
    columns: COLUMNS,
  };
}
