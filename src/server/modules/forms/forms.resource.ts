import { sql } from 'kysely';
import type { LanguageId } from '../../../shared/contracts/constants.ts';
import type { Form } from '../../../shared/contracts/forms.contract.ts';
import { textOf } from '../../../shared/forms/index.ts';
import { containsPattern } from '../../platform/condition-sql.ts';
import type { Resource } from '../records/index.ts';
import { formListMessages } from './forms.messages.ts';
import { FORM_COLUMNS, type FormRow, IS_CHANGED, toForm } from './forms.store.ts';

type FormText = Parameters<typeof formListMessages.text>[1];

const KINDS = ['task', 'record', 'start'] as const;
const STATES = ['published', 'changed', 'unpublished', 'inactive'] as const;

const titled = (key: FormText) => (language: LanguageId) => formListMessages.text(language, key);

/** Returns the state of a form: retired, or how its draft relates to what is published. */
function stateOf({ active, published, changed }: Form): (typeof STATES)[number] {
  if (!active) return 'inactive';
  if (published === null) return 'unpublished';
  return changed ? 'changed' : 'published';
}

/** The forms without their bodies, at /api/records/forms (PRV-05). */
export const formsResource: Resource<Form> = {
  name: 'forms',
  title: titled('forms'),
  who: 'provider',
  scopes: [],
  defaultSort: 'title',
  hasTextIds: true,
  source: ({
    language,
  }) => sql`SELECT f.id, f.kind, f.title::text AS titles, f.published AS version, f.updated_at AS updated,
      coalesce(nullif(f.title->>${language}, ''), nullif(f.title->>'en', ''), f.id) AS title,
      CASE WHEN NOT f.active THEN 'inactive' WHEN f.published IS NULL THEN 'unpublished'
        WHEN ${IS_CHANGED} THEN 'changed' ELSE 'published' END AS state
    FROM form f`,
  /** Searches ids and the titles in all languages. */
  search: (q) => {
    const pattern = containsPattern(q);
    return sql<boolean>`(lower(r.id) LIKE ${pattern} OR lower(r.titles) LIKE ${pattern})`;
  },
  columns: [
    {
      field: 'title',
      type: 'text',
      title: titled('title'),
      sortable: true,
      cell: (form, { language }) => textOf(form.title, language) || form.id,
    },
    { field: 'id', type: 'text', title: titled('id'), sortable: true, cell: ({ id }) => id },
    {
      field: 'kind',
      type: 'key',
      title: titled('kind'),
      sortable: true,
      options: async (_tx, { language }) =>
        KINDS.map((id) => ({ id, text: formListMessages.text(language, `kind.${id}`) })),
      cell: ({ kind }, { language }) => formListMessages.text(language, `kind.${kind}`),
    },
    {
      field: 'state',
      type: 'key',
      title: titled('state'),
      sortable: true,
      options: async (_tx, { language }) =>
        STATES.map((id) => ({ id, text: formListMessages.text(language, `state.${id}`) })),
      cell: (form, { language }) => formListMessages.text(language, `state.${stateOf(form)}`),
    },
    { field: 'version', type: 'number', title: titled('version'), sortable: true, cell: ({ published }) => published },
    {
      field: 'updated',
      type: 'instant',
      title: titled('updated'),
      sortable: true,
      cell: ({ updated }, { moment }) => moment(updated),
    },
  ],
  async read(tx, _viewer, ids) {
    const { rows } = await sql<Omit<FormRow, 'draft'>>`
      SELECT ${FORM_COLUMNS} FROM form f WHERE f.id = ANY(${[...ids]}::text[])`.execute(tx);
    return rows.map((row) => toForm(row));
  },
};
