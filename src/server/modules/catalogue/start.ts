import { sql } from 'kysely';
import type { Started, startItem } from '../../../shared/contracts/catalogue.contract.ts';
import type { LanguageId } from '../../../shared/contracts/constants.ts';
import type { BodyOf } from '../../../shared/contracts/endpoint.ts';
import { type FormBody, filePlaces } from '../../../shared/forms/index.ts';
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
  const { item, found, form } = await startableItem(call, id);
  if (typeof formVersion === 'number' && form && formVersion !== form.number)
    throw new AppError('form.version_changed');
  const requester = await requesterOf(call, item, requestedFor);
  const owner = { kind: 'start', id: item.id } as const;
  const draft = await readDraft(tx, owner);
  const files = draft ? await attachmentsOf(tx, 'draft', draft.id) : [];
  const scope = scopeOf(call);
  const start = { key: found.process.key, variables: variables as Vars, by: session };
  const prepared = await prepareStart(tx, scope, start, new Map(files.map((row) => [row.id, toFileRef(row)])));
  const title = titleOf(subject, prepared.variables);
  // The series stays locked until the end of the transaction, so its number comes after what can be refused.
  const number = await takeNumber(tx, item.numberSeries, dayOf(now, session.timeZone));
  const vars = { requester: requester.username, ...prepared.variables };
  const started = await startPrepared(
    tx,
    scope,
    { ...prepared, variables: vars },
    { businessKey: number, itemId: item.id, requesterId: requester.userId, title },
  );
  await keepFiles(tx, files, prepared.form?.body ?? null, prepared.variables, started.instanceId);
  await discardDraft(call, owner);
  await countUse(tx, item.id, now);
  const viewer = { userId: session.userId, timeZone: session.timeZone, today: dayOf(now, session.timeZone), now };
  return {
    instanceId: started.instanceId,
    number,
    title: title || shownTexts(item, found, language).title,
    firstTask: await firstTaskOf(tx, viewer, started.instanceId),
    next: await nextStages(
      tx,
      scope,
      started.tasks.map((task) => task.id),
      language,
    ),
  };
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
