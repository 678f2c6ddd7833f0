import { sql } from 'kysely';
import { type ConfigKind, type ConfigObject, readObjects } from '../kind.ts';

/** Published forms. Drafts stay in the installation where they are written. */
export const forms: ConfigKind = {
  id: 'forms',
  tables: ['form', 'form_version'],
  defaults: { active: true, kind: 'task' },
  read: (tx) =>
    readObjects(
      tx,
      sql<ConfigObject>`SELECT f.id AS key, jsonb_build_object('id', f.id, 'kind', f.kind, 'active', f.active, 'body', v.body) AS content
        FROM form f JOIN form_version v ON v.form_id = f.id AND v.number = f.published`,
    ),
};
