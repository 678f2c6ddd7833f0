import { type RawBuilder, sql } from 'kysely';
import type { LanguageId } from '../../../shared/contracts/constants.ts';
import type { Request } from '../../../shared/contracts/requests.contract.ts';
import { containsPattern } from '../../platform/condition-sql.ts';
import type { Condition } from '../../platform/list-query.ts';
import { processTitles } from '../processes/index.ts';
import type { Resource, ResourceQuery } from '../records/index.ts';
import { requestMessages as messages } from './requests.messages.ts';
import { findRequests, toRequests } from './requests.read.ts';
import { casesOf } from './requests.store.ts';

type RequestText = Parameters<typeof messages.text>[1];

const titled = (key: RequestText) => (language: LanguageId) => messages.text(language, key);
const choices =
  <const T extends string>(what: 'state' | 'relation', ids: readonly T[]) =>
  async (_tx: unknown, { language }: { readonly language: LanguageId }) =>
    ids.map((id) => ({ id, text: messages.text(language, `${what}.${id}` as RequestText) }));

/** Open requests have an index of their own. */
const IS_OPEN = sql<boolean>`r.status IN ('active', 'incident')`;
/** Cases with a task in the viewer's own inbox. */
const NEEDS_ME = sql<boolean>`(${IS_OPEN} AND r.id IN (SELECT coalesce(c.root_id, c.id) FROM task_inbox b
  JOIN task t ON t.id = b.task_id JOIN process_instance c ON c.id = t.instance_id
  WHERE b.principal IN ('u:' || me()::text, 'c:' || me()::text)))`;

const STATES: Readonly<Record<string, RawBuilder<boolean>>> = {
  open: IS_OPEN,
  needsYou: NEEDS_ME,
  finished: sql<boolean>`r.status IN ('completed', 'cancelled', 'error')`,
};

/** A condition on the state; states that do not exist match nothing. */
function matchesState(condition: Condition): RawBuilder<boolean> | undefined {
  const one = (value: unknown) => STATES[String(value)] ?? sql<boolean>`false`;
  switch (condition.test) {
    case 'eq':
      return one(condition.value);
    case 'neq':
      return sql<boolean>`NOT ${one(condition.value)}`;
    case 'in':
      return sql<boolean>`(${sql.join([sql`false`, ...condition.values.map(one)], sql` OR `)})`;
    default:
      return undefined;
  }
}

/** What the filter says about the branches of the source: other branches need not be read. */
function onlyOf(conditions: readonly Condition[]) {
  const wanted = (name: string) => {
    const one = conditions.find(({ field, test }) => field === name && test === 'eq');
    return one && 'value' in one ? one.value : undefined;
  };
  const relation = wanted('relation');
  const state = wanted('state');
  return {
    relation: relation === 'own' || relation === 'team' ? relation : undefined,
    isOpen: state === 'open' || state === 'needsYou',
  } as const;
}

/** Requests that the viewer follows, at /api/requests and /api/records/requests (CAT-02). */
export const requestsResource: Resource<Request> = {
  name: 'requests',
  title: titled('requests'),
  who: 'any',
  scopes: ['requests'],
  defaultSort: 'started:desc',
  source: ({
    session,
    conditions,
  }) => sql`SELECT i.id, i.process_key AS process, i.case_type_id AS kind, i.item_id AS item, i.business_key_lower AS number, i.title,
      i.requester_id AS requester, i.status, i.relation, i.started_at AS started, i.ended_at AS ended,
      CASE WHEN i.status IN ('active', 'incident') THEN 'open' ELSE 'finished' END AS state
    FROM (${casesOf(session.userId, onlyOf(conditions))}) i`,
  orderOf: (field) => (field === 'started' ? { column: 'started', type: 'instant' } : undefined),
  search: (q: string, { language }: ResourceQuery) => {
    const pattern = containsPattern(q);
    return sql<boolean>`(lower(r.title) LIKE ${pattern} OR r.number LIKE ${pattern} OR r.process IN (
      SELECT p.key FROM process p LEFT JOIN process_version v ON v.process_key = p.key AND v.number = p.active_number
      WHERE lower(p.name) LIKE ${pattern} OR lower(v.compiled->'names'->>${language}) LIKE ${pattern}
        OR p.key IN (SELECT c.owner FROM config_text c
          WHERE c.kind = 'processes' AND c.part = 'process' AND c.language_id = ${language} AND lower(c.text) LIKE ${pattern})) OR r.kind IN (
      SELECT k.id FROM case_type k WHERE lower(k.title->>${language}) LIKE ${pattern}
        OR k.id IN (SELECT c.owner FROM config_text c
          WHERE c.kind = 'case-types' AND c.part = 'title' AND c.language_id = ${language} AND lower(c.text) LIKE ${pattern})))`;
  },
  columns: [
    {
      field: 'started',
      type: 'instant',
      title: titled('started'),
      sortable: true,
      cell: ({ started }, { moment }) => moment(started),
    },
    { field: 'number', type: 'text', title: titled('number'), isLower: true, cell: ({ number }) => number },
    { field: 'title', type: 'text', title: titled('title'), cell: ({ title }) => title },
    {
      field: 'process',
      type: 'key',
      title: titled('process'),
      options: async (tx, { db, session, language }) => {
        const { rows } = await sql<{ id: string }>`SELECT p.key AS id FROM process p
          WHERE EXISTS (SELECT 1 FROM process_instance i WHERE i.requester_id = ${session.userId}::uuid AND i.process_key = p.key)
          ORDER BY p.name, p.key LIMIT 200`.execute(tx);
        const names = await processTitles(tx, { db, tenantId: session.tenantId }, language);
        const { compare } = new Intl.Collator(language);
        return rows
          .map(({ id }) => ({ id, text: names.get(id) ?? id }))
          .sort((a, b) => compare(a.text, b.text) || compare(a.id, b.id));
      },
      cell: ({ process }) => process.name,
    },
    { field: 'item', type: 'key', title: titled('item'), cell: ({ item }) => item },
    { field: 'requester', type: 'person', title: titled('requester'), cell: ({ requester }) => requester.name },
    {
      field: 'state',
      type: 'key',
      title: titled('state'),
      options: choices('state', ['open', 'needsYou', 'finished']),
      matches: matchesState,
      cell: ({ ended }, { language }) => messages.text(language, ended === null ? 'state.open' : 'state.finished'),
    },
    { field: 'relation', type: 'key', title: titled('relation'), options: choices('relation', ['own', 'team']) },
    { field: 'ended', type: 'instant', title: titled('ended'), cell: ({ ended }, { moment }) => moment(ended) },
  ],
  async read(tx, { session, language, now, db }, ids) {
    const viewer = { db, tenantId: session.tenantId, userId: session.userId, language, now };
    return toRequests(tx, viewer, await findRequests(tx, viewer, ids));
  },
};
