import { sql } from 'kysely';
import type { ManualReadingBudget } from '../../../../shared/contracts/manual-authoring.contract.ts';
import type { ManualAsks } from '../../../../shared/contracts/manuals.contract.ts';
import { dayOf } from '../../../../shared/locale/days.ts';
import type { Tx } from '../../../platform/database.ts';
import { dueDay } from '../assignment/readings-follow.rules.ts';
import { type RequiredVersion, requiredReadings, requiredSince } from '../assignment/readings-follow.store.ts';
import type { FollowScope } from '../assignment/readings-follow.ts';
import { audienceMembers, rulesOf } from '../audience/audience.store.ts';
import type { ManualRow } from '../manual/manual.store.ts';
import { changedWordsInThread, readingMinutes } from '../text/index.ts';
import { median } from './release.rules.ts';

interface PersonRow {
  readonly user_id: string;
  readonly language_id: string;
  readonly asks: 'full' | 'changes' | null;
}

/** Reads the data about users and texts that publishing depends on. Changes nothing. */
export async function readBudget(
  tx: Tx,
  manual: ManualRow,
  { id, number }: { readonly id: string; readonly number: number },
  asks: ManualAsks,
  { now, timeZone }: FollowScope,
): Promise<Budget> {
  const { fullSince, changedSince } = await requiredSince(tx, manual.id);
  const version: RequiredVersion = {
    manualId: manual.id,
    id,
    fullSince: asks === 'full' ? number : fullSince,
    changedSince: asks === 'none' ? changedSince : number,
    due: manual.due,
  };
  const people = await readPeople(tx, version, now);
  const texts = await readTexts(tx, manual, id);
  const open = await readOpen(tx, manual.id, version);
  return { manual, people, texts, open, dueOn: dueDay(manual.due, dayOf(now, timeZone)) };
}

interface Budget {
  readonly manual: ManualRow;
  readonly people: readonly PersonRow[];
  readonly texts: readonly TextRow[];
  readonly open: ReadonlyMap<string, { readonly minutes: number; readonly readings: number }>;
  readonly dueOn: string | null;
}

/** Returns the reading time that publishing a version now would require, and the readings users already have open. */
export async function budgetOf(
  tenantId: number,
  { manual, people, texts: rows, open, dueOn }: Budget,
): Promise<ManualReadingBudget> {
  const texts = await measureTexts(tenantId, rows);
  const textFor = (languageId: string) => texts.get(languageId) ?? texts.get(manual.fallback_language_id);
  const minutes = (measure: 'words' | 'changed') =>
    median(people.map(({ language_id }) => minutesOf(textFor(language_id), measure)));
  const due = people.map(({ user_id }) => open.get(user_id) ?? { minutes: 0, readings: 0 });
  const count = (what: PersonRow['asks']) => people.filter((one) => one.asks === what).length;
  const missing = Map.groupBy(
    people.filter(({ language_id }) => !texts.has(language_id)),
    ({ language_id }) => language_id,
  );
  const newest = Math.max(...[...texts.values()].map(({ changedIn }) => changedIn));
  return {
    people: people.length,
    minutesFull: minutes('words'),
    minutesChanges: minutes('changed'),
    full: count('full'),
    changes: count('changes'),
    nothing: count(null),
    alreadyDue: {
      minutesMedian: median(due.map((one) => one.minutes)),
      minutesMost: Math.max(0, ...due.map((one) => one.minutes)),
      readingsMedian: median(due.map((one) => one.readings)),
      readingsMost: Math.max(0, ...due.map((one) => one.readings)),
    },
    dueOn,
    languagesMissing: [...missing]
      .map(([languageId, those]) => ({ languageId, people: those.length }))
      .toSorted((a, b) => b.people - a.people || a.languageId.localeCompare(b.languageId)),
    languagesOlder: [...texts.values()]
      .filter(({ changedIn }) => changedIn < newest)
      .map(({ languageId }) => languageId)
      .toSorted(),
  };
}

async function readPeople(tx: Tx, version: RequiredVersion, now: Date): Promise<PersonRow[]> {
  const { rows } =
    await sql<PersonRow>`WITH ${audienceMembers(rulesOf(version.manualId))}, ${requiredReadings(version, now)}
    SELECT o.user_id, u.language_id, o.asks FROM owed o JOIN app_user u ON u.id = o.user_id`.execute(tx);
  return rows;
}

interface TextMeasure {
  readonly languageId: string;
  readonly words: number;
  /** Number of words that differ from the last release. */
  readonly changed: number;
  /** The version in which the text last changed. */
  readonly changedIn: number;
}

const minutesOf = (text: TextMeasure | undefined, measure: 'words' | 'changed'): number =>
  text ? readingMinutes(text[measure], text.languageId) : 0;

interface TextRow {
  readonly language_id: string;
  readonly words: number;
  readonly html: string;
  readonly before: string | null;
  readonly changed_in: number;
}

async function readTexts(tx: Tx, manual: ManualRow, versionId: string): Promise<TextRow[]> {
  const { rows } = await sql<TextRow>`
    WITH told AS (
      SELECT t.language_id, v.number, t.sha256 IS DISTINCT FROM lag(t.sha256) OVER (PARTITION BY t.language_id ORDER BY v.number) AS is_new
      FROM manual_version v JOIN manual_text t ON t.version_id = v.id
      WHERE v.manual_id = ${manual.id}::uuid AND (v.released_at IS NOT NULL OR v.id = ${versionId}::uuid))
    SELECT t.language_id, t.words, t.html, b.html AS before,
      (SELECT max(number) FROM told WHERE told.language_id = t.language_id AND is_new) AS changed_in
    FROM manual_text t LEFT JOIN manual_version c ON c.manual_id = ${manual.id}::uuid AND c.number = ${manual.current_number}
      LEFT JOIN manual_text b ON b.version_id = c.id AND b.language_id = t.language_id
    WHERE t.version_id = ${versionId}::uuid`.execute(tx);
  return rows;
}

async function measureTexts(tenantId: number, rows: readonly TextRow[]): Promise<Map<string, TextMeasure>> {
  const texts = new Map<string, TextMeasure>();
  for (const { language_id: languageId, words, html, before, changed_in: changedIn } of rows) {
    const changed = before === null ? words : await changedWordsInThread(tenantId, before, html);
    texts.set(languageId, { languageId, words, changed, changedIn });
  }
  return texts;
}

/** Counts users' open readings of other manuals, and the minutes needed to read them. */
async function readOpen(tx: Tx, manualId: string, version: RequiredVersion) {
  const { rows } = await sql<{ user_id: string; language_id: string; words: number; readings: number }>`
    WITH ${audienceMembers(rulesOf(version.manualId))}
    SELECT r.user_id, t.language_id, sum(t.words)::int AS words, count(*)::int AS readings
    FROM people p JOIN manual_reading r ON r.user_id = p.user_id JOIN app_user u ON u.id = r.user_id JOIN manual m ON m.id = r.manual_id
      JOIN LATERAL (SELECT t.language_id, t.words FROM manual_text t WHERE t.version_id = r.version_id
        ORDER BY t.language_id = u.language_id DESC, t.language_id = m.fallback_language_id DESC, t.language_id LIMIT 1) t ON true
    WHERE r.state = 'pending' AND r.manual_id <> ${manualId}::uuid GROUP BY r.user_id, t.language_id`.execute(tx);
  const open = new Map<string, { minutes: number; readings: number }>();
  for (const { user_id, language_id, words, readings } of rows) {
    const before = open.get(user_id) ?? { minutes: 0, readings: 0 };
    open.set(user_id, {
      minutes: before.minutes + readingMinutes(words, language_id),
      readings: before.readings + readings,
    });
  }
  return open;
}
