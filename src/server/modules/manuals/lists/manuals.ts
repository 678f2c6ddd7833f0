import { sql } from 'kysely';
import { languageName } from '../../../../shared/contracts/language-name.ts';
import type { Manual } from '../../../../shared/contracts/manuals.contract.ts';
import { toInstant } from '../../../platform/instants.ts';
import { dictionaryOf } from '../../config-texts/index.ts';
import type { Resource, ResourceQuery } from '../../records/index.ts';
import { personRef } from '../../users/index.ts';
import { groupName } from '../manual/group-name.ts';
import { seesAll } from '../manual/rights.ts';
import { colorOf, readingsOf, titleFor } from './readings.sql.ts';
import { matchesText } from './search.ts';
import { choices, textLanguages, titled, wordOf } from './words.ts';

/** The reading of manual `m` that counts for a user: the newest that is not superseded. */
const ownReading = (
  userId: string,
) => sql`LATERAL (SELECT * FROM manual_reading x WHERE x.user_id = ${userId}::uuid AND x.manual_id = m.id
  AND x.state <> 'superseded' ORDER BY x.assigned_at DESC, x.id DESC LIMIT 1) r`;

/** The manuals that the caller must read or has read, or all manuals for manual authors and viewers. */
function source({ session, today }: ResourceQuery) {
  const all = seesAll(session);
  const visible = all
    ? sql`true`
    : sql`v.id IS NOT NULL AND r.id IS NOT NULL AND (m.status = '1_active' OR r.state = 'read')`;
  return sql`SELECT m.id, m.code, CASE WHEN v.id IS NULL THEN m.title ELSE ${titleFor(session.languageId)} END AS title,
      m.group_id AS "group", coalesce(g.name->>${session.languageId}, g.name->>'en') AS "groupName", m.status, m.owner_id AS owner,
      coalesce(o.name, o.username) AS "ownerName", m.current_number AS number, v.released_at AS "releasedAt",
      ARRAY(SELECT t.language_id FROM manual_text t WHERE t.version_id = v.id ORDER BY 1) AS languages,
      r.state, CASE WHEN r.id IS NOT NULL THEN ${colorOf(today)} END AS color,
      CASE WHEN isfinite(r.due_on) THEN r.due_on END AS "dueOn"
    FROM manual m JOIN manual_group g ON g.id = m.group_id JOIN app_user o ON o.id = m.owner_id
      LEFT JOIN manual_version v ON v.manual_id = m.id AND v.number = m.current_number
      LEFT JOIN ${ownReading(session.userId)} ON true
    WHERE m.removed_at IS NULL AND ${visible}`;
}

export const manualsResource: Resource<Manual> = {
  name: 'manuals',
  title: titled('manuals'),
  who: 'any',
  scopes: ['manuals'],
  defaultSort: 'title',
  source,
  /** Searches titles, codes, and the texts of released versions in all languages. */
  search: (q) => matchesText(q, sql`r.id`),
  columns: [
    { field: 'code', type: 'text', title: titled('code'), sortable: true, cell: (row) => row.code },
    { field: 'title', type: 'text', title: titled('title'), sortable: true, cell: (row) => row.title },
    {
      field: 'group',
      type: 'key',
      title: titled('group'),
      isId: true,
      sortable: { by: 'groupName', type: 'text' },
      options: async (tx, viewer) => {
        const { session, language } = viewer;
        const { rows } = await sql<{ id: string; name: Record<string, string> }>`
          SELECT id, name FROM manual_group g WHERE ${seesAll(session)} OR EXISTS (SELECT 1 FROM manual_reading r JOIN manual m ON m.id = r.manual_id
            WHERE r.user_id = ${session.userId}::uuid AND m.group_id = g.id) ORDER BY position, id LIMIT 1000`.execute(
          tx,
        );
        const texts = await dictionaryOf(tx, { db: viewer.db, tenantId: session.tenantId });
        return rows.map(({ id, name }) => ({ id, text: groupName(texts, id, name, language) }));
      },
      cell: (row) => row.group.name,
    },
    {
      field: 'status',
      type: 'key',
      title: titled('status'),
      sortable: true,
      options: choices('status', ['1_active', '2_inactive']),
      cell: (row, { language }) => wordOf('status', row.status, language),
    },
    {
      field: 'owner',
      type: 'person',
      title: titled('owner'),
      sortable: { by: 'ownerName', type: 'text' },
      cell: (row) => row.owner.name,
    },
    { field: 'number', type: 'number', title: titled('number'), sortable: true, cell: (row) => row.number },
    {
      field: 'languages',
      type: 'keys',
      title: titled('languages'),
      options: textLanguages,
      cell: (row) => row.languages.map((id) => languageName(id)).join(', '),
    },
    {
      field: 'releasedAt',
      type: 'instant',
      title: titled('released'),
      sortable: true,
      cell: (row, { moment }) => moment(row.releasedAt),
    },
    {
      field: 'color',
      type: 'key',
      title: titled('state'),
      options: choices('color', ['overdue', 'notDue', 'read', 'cancelled']),
      cell: (row, { language }) => (row.reading ? wordOf('color', row.reading.color, language) : null),
    },
    { field: 'dueOn', type: 'day', title: titled('due'), sortable: true, cell: (row) => row.reading?.dueOn ?? null },
    { field: 'id', type: 'key', title: titled('id'), isId: true, cell: (row) => row.id },
  ],
  async read(tx, viewer, ids) {
    const { session } = viewer;
    const { rows } = await sql<ManualRow>`
      SELECT m.id, m.code, CASE WHEN v.id IS NULL THEN m.title ELSE ${titleFor(session.languageId)} END AS title, m.group_id, g.name AS group_name, m.status,
        m.current_number, m.version, v.released_at, ARRAY(SELECT t.language_id FROM manual_text t WHERE t.version_id = v.id ORDER BY 1) AS languages,
        o.id AS owner_id, o.username, o.name, o.avatar_file_id AS avatar, r.id AS reading_id
      FROM manual m JOIN manual_group g ON g.id = m.group_id JOIN app_user o ON o.id = m.owner_id
        LEFT JOIN manual_version v ON v.manual_id = m.id AND v.number = m.current_number
        LEFT JOIN ${ownReading(session.userId)} ON true
      WHERE m.id = ANY(${[...ids]}::uuid[])`.execute(tx);
    const readings = await readingsOf(
      tx,
      viewer,
      rows.flatMap(({ reading_id: id }) => id ?? []),
    );
    const texts = await dictionaryOf(tx, { db: viewer.db, tenantId: session.tenantId });
    const byId = new Map(readings.map((one) => [one.id, one]));
    return rows.map((row) => {
      const reading = row.reading_id === null ? undefined : byId.get(row.reading_id);
      return {
        id: row.id,
        code: row.code,
        title: row.title,
        group: { id: row.group_id, name: groupName(texts, row.group_id, row.group_name, session.languageId) },
        status: row.status,
        number: row.current_number,
        languages: row.languages,
        owner: personRef({ id: row.owner_id, username: row.username, name: row.name, avatar: row.avatar }),
        releasedAt: toInstant(row.released_at),
        ...(reading ? { reading } : {}),
        version: row.version,
      };
    });
  },
};

interface ManualRow {
  readonly id: string;
  readonly code: string;
  readonly title: string;
  readonly group_id: string;
  readonly group_name: Record<string, string>;
  readonly status: Manual['status'];
  readonly current_number: number | null;
  readonly version: number;
  readonly released_at: unknown;
  readonly languages: string[];
  readonly owner_id: string;
  readonly username: string;
  readonly name: string | null;
  readonly avatar: string | null;
  readonly reading_id: string | null;
}
