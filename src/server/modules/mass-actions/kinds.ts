import type { LanguageId } from '../../../shared/contracts/constants.ts';
import type { MassField, MassKind } from '../../../shared/contracts/mass-actions.contract.ts';
import { taskListFields } from '../../../shared/contracts/tasks.contract.ts';
import {
  currencyOf,
  type FormBody,
  type FormNode,
  isLayout,
  type OptionSource,
  scaleOf,
} from '../../../shared/forms/index.ts';
import type { Caller } from '../../platform/caller.ts';
import { offeredKind, readOffers } from '../cases/index.ts';
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
    fields: form ? fieldsOf(form) : [],
    count: kind.count,
    columns: COLUMNS,
  };
}

const SIMPLE: ReadonlySet<string> = new Set([
  'text',
  'multiline',
  'number',
  'money',
  'date',
  'checkbox',
  'radio',
  'dropdown',
]);

/** Returns the fields that can have one value in many tasks: input fields outside tables. */
function fieldsOf({ root }: FormBody): MassField[] {
  const found: MassField[] = [];
  const visit = (node: FormNode): void => {
    if (isLayout(node)) {
      for (const child of node.children) visit(child);
      return;
    }
    if (!SIMPLE.has(node.type) || !('key' in node)) return;
    if (node.readOnly === true || ('computed' in node && node.computed !== undefined)) return;
    const options =
      'options' in node && node.options
        ? { options: node.options.map(({ id, text }) => ({ id, text: { ...text } })) }
        : 'source' in node && node.source
          ? { source: { dropdownId: node.source.dropdownId, filter: fixedFilter(node.source) } }
          : {};
    const money = node.type === 'money' ? { currency: currencyOf(node), scale: scaleOf(node) } : {};
    found.push({ key: node.key, type: node.type as MassField['type'], label: { ...node.label }, ...options, ...money });
  };
  visit(root);
  return found;
}

/** Returns the option filters with constant values; those that depend on another field are checked for each task. */
function fixedFilter({ filter = {} }: OptionSource): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => (typeof value === 'object' ? [] : [[name, String(value)]])),
  );
}
