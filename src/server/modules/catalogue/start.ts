import { sql } from 'kysely';
import type { Started, startItem } from '../../../shared/contracts/catalogue.contract.ts';
import type { LanguageId } from '../../../shared/contracts/constants.ts';
import type { BodyOf } from '../../../shared/contracts/endpoint.ts';
import type { Values } from '../../../shared/contracts/shapes.contract.ts';
import { compileForm, type FormBody, filePlaces } from '../../../shared/forms/index.ts';
import { dayOf } from '../../../shared/locale/days.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import {
  type AttachmentRow,
  attachFiles,
  attachmentsOf,
  moveAttachments,
  removeAttachments,
  toFileRef,
} from '../attachments/index.ts';
import { addCaseRecord, initialOf, registryOfKind } from '../cases/index.ts';
import { discardDraft, readDraft } from '../form-drafts/index.ts';
import { firstTaskOf } from '../inbox/index.ts';
import { prepareStart, scopeOf, startPrepared, type Vars } from '../processes/index.ts';
import { ensureSeries, nextNumber } from '../registries/index.ts';
import { titleOf } from './catalogue.rules.ts';
import { shownTexts } from './entries.query.ts';
import { nextStages } from './next-stages.query.ts';
import { requesterOf } from './requester.ts';
import { startableItem } from './startable.ts';

/** Numbers of cases whose item names no series. */
const DEFAULT_SERIES = { id: 'requests', pattern: 'R-{yyyy}-{00000}', resets: 'year' } as const;

/** Starts an item in the caller's transaction: number, case, files, draft and use together, or nothing. */
export async function startFromCatalogue(
  call: Caller,
  id: string,
  { variables = {}, formVersion, subject, for: requestedFor }: BodyOf<typeof startItem>,
  language: LanguageId,
): Promise<Started> {
  const { tx, session, now } = call;
  const { item, targets, found, form } = await startableItem(call, id);
  const { kind } = found;
  if (typeof formVersion === 'number' && form && formVersion !== form.number)
    throw new AppError('form.version_changed');
  const requester = await requesterOf(call, item, requestedFor);
  const owner = { kind: 'start', id: item.id } as const;
  const draft = await readDraft(tx, owner);
  const files = draft ? await attachmentsOf(tx, 'draft', draft.id) : [];
  const scope = scopeOf(call);
  const initial = kind ? await initialOf(call, kind, requester.userId) : {};
  const sent = form ? withoutFixed(form.body, variables, initial) : variables;
  const start = { key: found.process.key, variables: sent as Vars, by: session, formId: found.formId, initial };
  const prepared = await prepareStart(tx, scope, start, new Map(files.map((row) => [row.id, toFileRef(row)])));
  const title = titleOf(subject, prepared.variables);
  // The series stays locked until the end of the transaction, so its number comes after what can be refused.
  const registry = kind && (await registryOfKind(tx, kind));
  const series = kind?.numberSeries ?? registry?.numberSeriesId ?? item.numberSeries;
  const number = await takeNumber(tx, series, dayOf(now, session.timeZone));
  const values = { ...withoutFields(form?.body ?? null, initial), ...prepared.variables };
  const shownTitle = title || shownTexts(item, targets, language).title;
  const record =
    kind && registry
      ? await addCaseRecord(call, registry, { kind, number, title: shownTitle, requesterId: requester.userId, values })
      : null;
  const vars = { requester: requester.username, ...(record ? { record: record.id } : {}), ...values };
  const started = await startPrepared(
    tx,
    scope,
    { ...prepared, variables: vars },
    {
      businessKey: number,
      itemId: item.id,
      requesterId: requester.userId,
      title,
      caseTypeId: kind?.id ?? null,
      recordId: record?.id ?? null,
    },
  );
  await keepFiles(tx, files, prepared.form?.body ?? null, prepared.variables, started.instanceId);
  await discardDraft(call, owner);
  await countUse(tx, item.id, now);
  const viewer = { userId: session.userId, timeZone: session.timeZone, today: dayOf(now, session.timeZone), now };
  return {
    instanceId: started.instanceId,
    number,
    title: shownTitle,
    record,
    firstTask: await firstTaskOf(tx, viewer, started.instanceId),
    next: await nextStages(
      tx,
      scope,
      started.tasks.map((task) => task.id),
      language,
    ),
  };
}

/** Without read-only values that the kind of case sets: they are those of the requester, not of the user who fills in the form. */
function withoutFixed(body: FormBody, sent: Values, initial: Vars): Values {
  const { fields } = compileForm(body);
  const isFixed = (name: string) => {
    const field = fields.get(name);
    return Object.hasOwn(initial, name) && field?.kind === 'field' && field.node.readOnly === true;
  };
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !isFixed(name)));
}

/** Default values of variables that the form does not have; its fields decide about the others. */
function withoutFields(body: FormBody | null, initial: Vars): Vars {
  if (!body) return initial;
  const { fields } = compileForm(body);
  return Object.fromEntries(Object.entries(initial).filter(([name]) => !fields.has(name)));
}

async function takeNumber(tx: Tx, series: string | null, today: string): Promise<string> {
  if (series === null) await ensureSeries(tx, DEFAULT_SERIES);
  return nextNumber(tx, series ?? DEFAULT_SERIES.id, today);
}

/** Gives the files in the submitted values to the case, and removes the other uploads. */
async function keepFiles(
  tx: Tx,
  files: readonly AttachmentRow[],
  form: FormBody | null,
  values: Readonly<Record<string, unknown>>,
  instanceId: string,
): Promise<void> {
  if (files.length === 0) return;
  const named = new Set(form ? filePlaces(form, values).map((place) => place.id) : []);
  if (form) await attachFiles(tx, files, form, values, 'all');
  const kept = files.filter((row) => named.has(row.id)).map((row) => row.id);
  await moveAttachments(tx, kept, { kind: 'instance', id: instanceId });
  await removeAttachments(
    tx,
    files.filter((row) => !named.has(row.id)),
  );
}

async function countUse(tx: Tx, itemId: string, now: Date): Promise<void> {
  await sql`INSERT INTO catalogue_use AS u (item_id, starts, last_at) VALUES (${itemId}, 1, ${now})
    ON CONFLICT (tenant_id, user_id, item_id) DO UPDATE SET starts = u.starts + 1, last_at = excluded.last_at`.execute(
    tx,
  );
}

export async function setFavourite(tx: Tx, itemId: string, isFavourite: boolean): Promise<void> {
  await sql`INSERT INTO catalogue_use (item_id, favourite) VALUES (${itemId}, ${isFavourite})
    ON CONFLICT (tenant_id, user_id, item_id) DO UPDATE SET favourite = excluded.favourite`.execute(tx);
}
