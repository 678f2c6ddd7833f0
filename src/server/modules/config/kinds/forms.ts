import { sql } from 'kysely';
import type { BodyOf } from '../../../../shared/contracts/endpoint.ts';
import { createForm, deleteForm, publishForm, updateForm } from '../../../../shared/contracts/forms.contract.ts';
import { type ConfigKind, type ConfigObject, idOf, readObjects } from '../kind.ts';
import { members } from './schema.ts';

/** Published forms in use. Drafts stay in the installation where they are written; a form that is removed is taken out of use. */
export const forms: ConfigKind = {
  id: 'forms',
  tables: ['form', 'form_version'],
  schema: members(['id'], ['body'], ['kind']),
  keyOf: ({ id }) => String(id),
  defaults: { kind: 'task' },
  read: (tx) =>
    readObjects(
      tx,
      sql<ConfigObject>`SELECT f.id AS key, jsonb_build_object('id', f.id, 'kind', f.kind, 'body', v.body) AS content
        FROM form f JOIN form_version v ON v.form_id = f.id AND v.number = f.published WHERE f.active`,
    ),
  async write({ tx, call }, { id: _, ...content }, id) {
    const body = content as BodyOf<typeof updateForm>;
    const known = await idOf(tx, sql`SELECT id FROM form WHERE id = ${id}`);
    if (known === undefined) await call(createForm, { body: { ...body, id } });
    else await call(updateForm, { params: { id }, body: { ...body, active: true } });
    return call(publishForm, { params: { id }, body: {} });
  },
  remove: ({ call }, id) => call(deleteForm, { params: { id } }),
};
