import { sql } from 'kysely';
import { languageName } from '../../../../shared/contracts/language-name.ts';
import type { ManualGroup } from '../../../../shared/contracts/manual-authoring.contract.ts';
import type { ManualFile, ManualLanguage } from '../../../../shared/contracts/manual-lists.contract.ts';
import { textOf } from '../../../../shared/forms/index.ts';
import { toInstant } from '../../../platform/instants.ts';
import type { Column, Resource } from '../../records/index.ts';
import { personRef } from '../../users/index.ts';
import { SEERS } from '../manual/rights.ts';
import { choices, textLanguages, titled, wordOf, yesOrNo } from './words.ts';

export const manualsGroups: Resource<ManualGroup> = {
  name: 'manuals_groups',
  title: titled('manuals_groups'),
  who: SEERS,
  scopes: [],
  defaultSort: 'position',
  source: ({
    session,
  }) => sql`SELECT g.id, coalesce(g.name->>${session.languageId}, g.name->>'en') AS name, g.parent_id AS parent, g.position,
    (SELECT count(*) FROM manual m WHERE m.group_id = g.id AND m.removed_at IS NULL) AS manuals FROM manual_group g`,
  columns: [
    {
      field: 'name',
      type: 'text',
      title: titled('title'),
      sortable: true,
      cell: (row, { language }) => textOf(row.name, language),
    },
    { field: 'parent', type: 'key', title: titled('parent'), isId: true },
    { field: 'position', type: 'number', title: titled('number'), sortable: true },
    { field: 'manuals', type: 'number', title: titled('manualCount'), sortable: true, cell: (row) => row.manuals },
    { field: 'id', type: 'key', title: titled('id'), isId: true, cell: (row) => row.id },
  ],
  async read(tx, _viewer, ids) {
    const { rows } = await sql<ManualGroup>`
      SELECT g.id, g.parent_id AS "parentId", g.name, g.position, g.version,
        (SELECT count(*)::int FROM manual m WHERE m.group_id = g.id AND m.removed_at IS NULL) AS manuals
      FROM manual_group g WHERE g.id = ANY(${[...ids]}::uuid[])`.execute(tx);
    return rows;
  },
};

interface OfText {
  readonly code: string;
  readonly number: number;
  readonly state: string;
  readonly current: boolean;
  readonly languageId: string;
}

/** Columns shared by texts and their attachments. */
const TEXT_COLUMNS: readonly Column<OfText>[] = [
  { field: 'code', type: 'text', title: titled('code'), sortable: true, cell: (row) => row.code },
  { field: 'manual', type: 'key', title: titled('manual'), isId: true },
  { field: 'number', type: 'number', title: titled('number'), sortable: true, cell: (row) => row.number },
  {
    field: 'state',
    type: 'key',
    title: titled('version'),
    options: choices('version', ['draft', 'scheduled', 'released', 'retired']),
    cell: (row, { language }) => wordOf('version', row.state as 'draft', language),
  },
  {
    field: 'current',
    type: 'boolean',
    title: titled('current'),
    cell: (row, { language }) => yesOrNo(row.current, language),
  },
  {
    field: 'languageId',
    type: 'key',
    title: titled('language'),
    sortable: true,
    options: textLanguages,
    cell: (row) => languageName(row.languageId),
  },
];

export const manualsLanguage: Resource<ManualLanguage> = {
  name: 'manuals_language',
  title: titled('manuals_language'),
  who: SEERS,
  scopes: [],
  defaultSort: 'code,number:desc,languageId',
  source:
    () => sql`SELECT t.id, m.id AS manual, m.code, v.number, v.state, coalesce(v.number = m.current_number, false) AS current,
      t.language_id AS "languageId", t.title, t.words, t.updated_at AS "updatedAt", t.updated_by AS "updatedBy"
    FROM manual_text t JOIN manual_version v ON v.id = t.version_id JOIN manual m ON m.id = v.manual_id AND m.removed_at IS NULL`,
  columns: [
    ...TEXT_COLUMNS,
    { field: 'title', type: 'text', title: titled('title'), sortable: true, cell: (row) => row.title },
    { field: 'words', type: 'number', title: titled('words'), sortable: true, cell: (row) => row.words },
    {
      field: 'updatedAt',
      type: 'instant',
      title: titled('updatedAt'),
      sortable: true,
      cell: (row, { moment }) => moment(row.updatedAt),
    },
    { field: 'updatedBy', type: 'person', title: titled('updatedBy'), cell: (row) => row.updatedBy?.name ?? null },
    {
      field: 'attachments',
      type: 'number',
      title: titled('attachments'),
      isPlain: true,
      cell: (row) => row.attachments,
    },
  ],
  async read(tx, _viewer, ids) {
    const { rows } = await sql<
      ManualLanguage & {
        updatedAt: unknown;
        user: string | null;
        username: string;
        name: string | null;
        avatar: string | null;
      }
    >`
      SELECT t.id, m.id AS "manualId", m.code, v.number, v.state, coalesce(v.number = m.current_number, false) AS current,
        t.language_id AS "languageId", t.title, t.words, t.updated_at AS "updatedAt", u.id AS user, u.username, u.name, u.avatar_file_id AS avatar,
        (SELECT count(*)::int FROM manual_attachment a WHERE a.version_id = t.version_id AND a.language_id = t.language_id) AS attachments
      FROM manual_text t JOIN manual_version v ON v.id = t.version_id JOIN manual m ON m.id = v.manual_id LEFT JOIN app_user u ON u.id = t.updated_by
      WHERE t.id = ANY(${[...ids]}::uuid[])`.execute(tx);
    return rows.map(({ user, username, name, avatar, updatedAt, ...row }) => ({
      ...row,
      updatedAt: toInstant(updatedAt)!,
      updatedBy: user === null ? null : personRef({ id: user, username, name, avatar }),
    }));
  },
};

export const manualsLanguageAttachments: Resource<ManualFile> = {
  name: 'manuals_language_attachments',
  title: titled('manuals_language_attachments'),
  who: SEERS,
  scopes: [],
  defaultSort: 'code,number:desc,languageId',
  source:
    () => sql`SELECT a.id, m.id AS manual, m.code, v.number, v.state, coalesce(v.number = m.current_number, false) AS current,
      a.language_id AS "languageId", a.file_name AS "fileName", f.size, a.required
    FROM manual_attachment a JOIN manual_version v ON v.id = a.version_id JOIN manual m ON m.id = v.manual_id AND m.removed_at IS NULL
      JOIN file f ON f.id = a.file_id`,
  columns: [
    ...TEXT_COLUMNS,
    { field: 'fileName', type: 'text', title: titled('file'), sortable: true, cell: (row) => row.fileName },
    { field: 'size', type: 'number', title: titled('size'), sortable: true, cell: (row) => row.size },
    {
      field: 'required',
      type: 'boolean',
      title: titled('required'),
      cell: (row, { language }) => yesOrNo(row.required, language),
    },
    { field: 'id', type: 'key', title: titled('id'), isId: true, cell: (row) => row.id },
  ],
  async read(tx, _viewer, ids) {
    const { rows } = await sql<ManualFile>`
      SELECT a.id, m.id AS "manualId", m.code, v.number, v.state, coalesce(v.number = m.current_number, false) AS current,
        a.language_id AS "languageId", a.file_name AS "fileName", f.media_type AS "mediaType", f.size::int AS size, a.required
      FROM manual_attachment a JOIN manual_version v ON v.id = a.version_id JOIN manual m ON m.id = v.manual_id JOIN file f ON f.id = a.file_id
      WHERE a.id = ANY(${[...ids]}::uuid[])`.execute(tx);
    return rows;
  },
};
