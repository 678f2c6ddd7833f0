import { sql } from 'kysely';
import { type CatalogueEntry, USUAL_DURATION_CASES } from '../../../shared/contracts/catalogue.contract.ts';
import type { LanguageId } from '../../../shared/contracts/constants.ts';
import { linkAddress } from '../../../shared/contracts/link-address.ts';
import { NEW_RECORD } from '../../../shared/contracts/registry.rules.ts';
import { textOf } from '../../../shared/forms/index.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/database.ts';
import { toInstant } from '../../platform/instants.ts';
import { dictionaryOf, withTexts } from '../config-texts/index.ts';
import { nameIn, scopeOf } from '../processes/index.ts';
import { keywordsIn, mayFind, otherTexts } from './catalogue.rules.ts';
import { type ItemProcess, type ItemTargets, targetsOf } from './item-targets.ts';
import { type ItemRow, readItems } from './items.store.ts';

/** Returns the items that the caller may start, in their order; administrators also see blocked ones. */
export async function readEntries(call: Caller, language: LanguageId): Promise<CatalogueEntry[]> {
  const { tx, session } = call;
  const texts = await dictionaryOf(tx, scopeOf(call));
  const items = (await readItems(tx))
    .filter((item) => mayFind(item, session))
    .map((item) => withTexts(item, texts.of('catalogue-items', item.id)));
  const targets = await targetsOf(call, items);
  const permitted = items.filter(
    (item) => targets.permits(item, session) && (session.isAdmin || targets.blocked(item) === null),
  );
  const own = await readOwn(tx);
  const hours = await usualHours(
    tx,
    permitted.flatMap((item) => targets.of(item)?.process.key ?? []),
  );
  return permitted.map((item) => {
    const found = targets.of(item);
    const { title, description } = shownTexts(item, targets, language);
    const keywords = keywordsIn(item.keywords, language);
    const used = own.get(item.id);
    return {
      id: item.id,
      category: item.category,
      kind: item.kind,
      target: item.kind === 'link' ? null : item.target,
      title,
      description,
      icon: item.icon ?? found?.definition.icon ?? null,
      keywords,
      otherTexts: otherTexts([item.title, item.description, item.keywords], [title, description, keywords.join(', ')]),
      address: addressOf(item),
      isFavourite: used?.favourite === true,
      lastStarted: toInstant(used?.last_at ?? null),
      draft: toInstant(used?.draft_at ?? null),
      usualHours: (found && hours.get(found.process.key)) ?? null,
      blocked: targets.blocked(item),
    };
  });
}

/** Returns the items that the caller may start and whose cases get a record in a registry. */
export async function readCaseEntries(
  call: Caller,
  registryId: string,
  language: LanguageId,
): Promise<{ readonly id: string; readonly title: string }[]> {
  const { tx, session } = call;
  const items = (await readItems(tx)).filter((item) => item.kind === 'case' && mayFind(item, session));
  if (items.length === 0) return [];
  const targets = await targetsOf(call, items);
  const texts = await dictionaryOf(tx, scopeOf(call));
  return items
    .filter((item) => targets.of(item)?.kind?.registry === registryId)
    .filter((item) => targets.permits(item, session) && targets.blocked(item) === null)
    .map((item) => withTexts(item, texts.of('catalogue-items', item.id)))
    .map((item) => ({ id: item.id, title: shownTexts(item, targets, language).title }));
}

/** Where an item leads that starts no case. */
function addressOf({ kind, target }: ItemRow): string | null {
  if (kind === 'link') return linkAddress(target);
  return kind === 'record' ? `/record-form-view?resource=${encodeURIComponent(target)}&recordId=${NEW_RECORD}` : null;
}

/** Returns title and description in a language; without a title, the name of what the item starts. */
export function shownTexts(
  item: Pick<ItemRow, 'id' | 'kind' | 'target' | 'title' | 'description'>,
  targets: Pick<ItemTargets, 'of' | 'registryOf'>,
  language: LanguageId,
): { title: string; description: string } {
  const name = nameOf(targets.of(item), language) || textOf(targets.registryOf(item)?.title ?? {}, language);
  return { title: textOf(item.title, language) || name || item.id, description: textOf(item.description, language) };
}

function nameOf(found: ItemProcess | undefined, language: LanguageId): string {
  if (!found) return '';
  const { process, definition, kind } = found;
  return textOf(kind?.title ?? {}, language) || nameIn({ name: process.name, names: definition.names }, language);
}

interface OwnUse {
  readonly item_id: string;
  readonly favourite: boolean;
  readonly last_at: Date | null;
  readonly draft_at: Date | null;
}

/** Reads favourites, starts and drafts of the caller. */
async function readOwn(tx: Tx): Promise<ReadonlyMap<string, OwnUse>> {
  const { rows } = await sql<OwnUse>`
    SELECT coalesce(u.item_id, d.owner_id) AS item_id, coalesce(u.favourite, false) AS favourite, u.last_at, d.updated_at AS draft_at
    FROM (SELECT item_id, favourite, last_at FROM catalogue_use WHERE user_id = me()) u
      FULL JOIN (SELECT owner_id, updated_at FROM form_draft WHERE user_id = me() AND owner_kind = 'start') d ON d.owner_id = u.item_id`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.item_id, row]));
}

/** Number of finished cases from which the usual duration is computed. */
const CASES_READ = 100;

/** Returns the median duration of the last finished cases by process, where there are enough of them. */
async function usualHours(tx: Tx, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<{ key: string; hours: number }>`
    SELECT k.key, ceil(percentile_cont(0.5) WITHIN GROUP (ORDER BY d.seconds) / 3600)::int AS hours
    FROM (SELECT DISTINCT unnest(${[...keys]}::text[]) AS key) k CROSS JOIN LATERAL (
      SELECT extract(epoch FROM i.ended_at - i.started_at)::float8 AS seconds FROM process_instance i
      WHERE i.process_key = k.key AND i.status = 'completed' ORDER BY i.id DESC LIMIT ${sql.lit(CASES_READ)}) d
    GROUP BY k.key HAVING count(*) >= ${sql.lit(USUAL_DURATION_CASES)}`.execute(tx);
  return new Map(rows.map(({ key, hours }) => [key, hours]));
}
