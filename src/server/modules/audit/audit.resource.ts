import { sql } from 'kysely';
import type { AuditEntry } from '../../../shared/contracts/audit.contract.ts';
import type { LanguageId } from '../../../shared/contracts/constants.ts';
import { containsPattern } from '../../platform/condition-sql.ts';
import { recordLook } from '../../platform/record-look.ts';
import type { IndexOrder, RecordViewer, Resource, ResourceQuery } from '../records/index.ts';
import { auditMessages } from './audit.messages.ts';
import { readAuditEntries, textOf } from './audit.store.ts';

type AuditText = Parameters<typeof auditMessages.text>[1];

const titled = (key: AuditText) => (language: LanguageId) => auditMessages.text(language, key);

/** The texts of a catalogue that begin with a prefix, by name, as choices of a filter. */
const choices =
  (what: 'verb' | 'entity') =>
  async (_tx: unknown, { language }: Pick<RecordViewer, 'language'>) =>
    Object.keys(auditMessages.sources.en)
      .filter((key) => key.startsWith(`${what}.`))
      .map((key) => key.slice(what.length + 1))
      .map((id) => ({ id, text: textOf(what, id, language) }))
      .sort((one, other) => one.text.localeCompare(other.text, language));

const VIAS = ['application', 'element', 'mail', 'command', 'import', 'sync', 'scim', 'provider'] as const;

const byTime: IndexOrder = { column: 'at', type: 'instant' };

const CHANGES = sql`SELECT a.id, a.at, a.actor_id AS actor, a.on_behalf_of AS "onBehalfOf", split_part(a.via, ':', 1) AS via, a.verb,
    a.entity, a.entity_id AS "entityId", a.subject_id AS subject, a.note, a.request_id AS "requestId",
    concat_ws(' ', a.before::text, a.after::text) AS changes
  FROM audit_log a`;
const LOOKS = sql`SELECT l.id, l.at, l.user_id AS actor, l.on_behalf_of AS "onBehalfOf", split_part(l.via, ':', 1) AS via,
    'look'::text AS verb, l.kind AS entity, l.entity_id AS "entityId", l.subject_id AS subject, NULL::text AS note,
    l.request_id AS "requestId", NULL::text AS changes
  FROM look_log l`;

/** Views are listed only where their verb is asked for: they are many, and change nothing. */
function looksIn({ conditions }: Pick<ResourceQuery, 'conditions'>): 'none' | 'only' | 'also' {
  const values = conditions.flatMap((one) => {
    if (one.field !== 'verb') return [];
    return one.test === 'in' ? one.values : one.test === 'eq' ? [one.value] : [];
  });
  if (!values.includes('look')) return 'none';
  return values.every((value) => value === 'look') ? 'only' : 'also';
}

/** The audit log for administrators, at /api/records/audit (AUD-01). */
export const auditResource: Resource<AuditEntry> = {
  name: 'audit',
  title: titled('audit'),
  who: ['admin'],
  scopes: [],
  filesNeedRecentSignIn: true,
  defaultSort: 'at:desc',
  // No index has the order of both logs together: the rows that match are sorted.
  orderOf: (field, query) => (field === 'at' && looksIn(query) !== 'also' ? byTime : undefined),
  source: (query) => {
    const looks = looksIn(query);
    if (looks === 'only') return LOOKS;
    return looks === 'also' ? sql`${CHANGES} UNION ALL ${LOOKS}` : CHANGES;
  },
  search: (q) => {
    const pattern = containsPattern(q);
    // By name, so that a user who has left is found too.
    const people = sql`SELECT u.id FROM app_user u WHERE u.name_key LIKE ${pattern} OR u.username LIKE ${pattern}`;
    return sql<boolean>`(r.actor IN (${people}) OR r.subject IN (${people}) OR lower(r."entityId") LIKE ${pattern}
      OR lower(r.note) LIKE ${pattern} OR lower(r.changes) LIKE ${pattern} OR r."requestId" = ${q})`;
  },
  columns: [
    { field: 'at', type: 'instant', title: titled('at'), sortable: true, cell: ({ at }, { moment }) => moment(at) },
    { field: 'actor', type: 'person', title: titled('actor'), cell: ({ actor }) => actor?.name ?? null },
    {
      field: 'onBehalfOf',
      type: 'person',
      title: titled('onBehalfOf'),
      cell: ({ onBehalfOf }) => onBehalfOf?.name ?? null,
    },
    {
      field: 'via',
      type: 'key',
      title: titled('via'),
      options: async (_tx, { language }) => VIAS.map((id) => ({ id, text: textOf('via', id, language) })),
      cell: ({ via }) => via,
    },
    { field: 'verb', type: 'key', title: titled('verb'), options: choices('verb'), cell: ({ verbText }) => verbText },
    {
      field: 'entity',
      type: 'key',
      title: titled('entity'),
      options: choices('entity'),
      cell: ({ entityText }) => entityText,
    },
    { field: 'thing', type: 'text', title: titled('thing'), isPlain: true, cell: ({ thing }) => thing },
    { field: 'subject', type: 'person', title: titled('subject'), cell: ({ subject }) => subject?.name ?? null },
    {
      field: 'changes',
      type: 'text',
      title: titled('changes'),
      cell: ({ changes }, { language }) =>
        changes
          .map(({ title, before, after }) =>
            auditMessages.text(language, 'change', { title, before: before ?? '–', after: after ?? '–' }),
          )
          .join('\n') || null,
    },
    { field: 'note', type: 'text', title: titled('note'), cell: ({ note }) => note },
    { field: 'requestId', type: 'key', title: titled('requestId'), cell: ({ requestId }) => requestId },
    {
      field: 'entityId',
      type: 'text',
      title: titled('entityId'),
      // As it is stored, which the index contains.
      matches: ({ test, ...condition }) =>
        test === 'eq' && 'value' in condition ? sql<boolean>`r."entityId" = ${condition.value}` : undefined,
      cell: ({ entityId }) => entityId,
    },
  ],
  read: async (tx, viewer, ids) => {
    await recordLook(tx, { kind: 'audit_log', entityId: 'audit_log' });
    return readAuditEntries(tx, viewer, ids);
  },
};
