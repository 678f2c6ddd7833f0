import { sql } from 'kysely';
import {
  createDropdown,
  deleteDropdown,
  deleteOption,
  importOptions,
  orderOptions,
  updateDropdown,
} from '../../../../shared/contracts/dropdowns.contract.ts';
import type { BodyOf } from '../../../../shared/contracts/endpoint.ts';
import { AppError } from '../../../platform/errors.ts';
import { canonicalContent } from '../canonical.rules.ts';
import { type ConfigKind, type ConfigObject, type ConfigRun, idOf, readObjects } from '../kind.ts';
import { members } from './schema.ts';

const OPTION_DEFAULTS = { active: true, properties: {}, texts: {} };

/** Dropdowns with their options, in order. */
export const dropdowns: ConfigKind = {
  id: 'dropdowns',
  tables: ['dropdown', 'dropdown_option', 'dropdown_option_text'],
  schema: members(['id'], ['name', 'options'], ['description']),
  keyOf: ({ id }) => String(id),
  defaults: { description: null },
  async read(tx) {
    const found = await readObjects(
      tx,
      sql<ConfigObject & { content: { options: (typeof OPTION_DEFAULTS)[] } }>`SELECT d.id AS key,
        jsonb_build_object('id', d.id, 'name', d.name, 'description', d.description, 'options',
          coalesce((SELECT jsonb_agg(jsonb_build_object('id', o.id, 'defaultText', o.default_text, 'properties', o.properties,
              'active', o.active, 'texts', coalesce((SELECT jsonb_object_agg(t.language_id, t.text) FROM dropdown_option_text t
                WHERE t.dropdown_id = o.dropdown_id AND t.option_id = o.id), '{}')) ORDER BY o.position, o.id)
            FROM dropdown_option o WHERE o.dropdown_id = d.id), '[]')) AS content FROM dropdown d`,
    );
    return found.map(({ key, content }) => {
      const { options } = content as typeof content & { options: (typeof OPTION_DEFAULTS)[] };
      const written = options.map((option) => canonicalContent(option, { defaults: OPTION_DEFAULTS }));
      return { key, content: { ...content, options: written } };
    });
  },
  async write(run, { id: _, options, ...content }, id) {
    const { tx, call } = run;
    const body = content as BodyOf<typeof updateDropdown>;
    const known = await idOf(tx, sql`SELECT id FROM dropdown WHERE id = ${id}`);
    if (known === undefined) await call(createDropdown, { body: { ...body, id } });
    else await call(updateDropdown, { params: { id }, body });
    await writeOptions(run, id, optionsOf(options));
  },
  remove: ({ call }, id) => call(deleteDropdown, { params: { id } }),
};

type SentOption = BodyOf<typeof importOptions>['options'][number];

function optionsOf(options: unknown): SentOption[] {
  if (Array.isArray(options) && options.every((one) => typeof one === 'object' && one !== null)) {
    return options.map((one) => ({ ...OPTION_DEFAULTS, ...(one as SentOption) }));
  }
  throw new AppError('request.invalid', {}, { errors: [{ pointer: '/options', code: 'field.type' }] });
}

/** Removes, adds, changes and orders options. */
async function writeOptions({ tx, call }: ConfigRun, dropdownId: string, options: SentOption[]): Promise<void> {
  const { rows } = await sql<{
    id: string;
    languages: string[];
  }>`SELECT o.id, ARRAY(SELECT t.language_id FROM dropdown_option_text t
      WHERE t.dropdown_id = o.dropdown_id AND t.option_id = o.id) AS languages
    FROM dropdown_option o WHERE o.dropdown_id = ${dropdownId}`.execute(tx);
  const present = new Map(rows.map(({ id, languages }) => [id, languages]));
  const wanted = new Set(options.map(({ id }) => id));
  for (const { id } of rows) {
    if (!wanted.has(id)) await call(deleteOption, { params: { dropdownId, optionId: id } });
  }
  if (options.length === 0) return;
  // An import keeps the texts that it lacks; an empty one removes a text.
  const sent = options.map((option) => {
    const none = Object.fromEntries((present.get(option.id) ?? []).map((language) => [language, '']));
    return { ...option, texts: { ...none, ...option.texts } };
  });
  await call(importOptions, { params: { dropdownId }, body: { options: sent } });
  await call(orderOptions, { params: { dropdownId }, body: { positions: options.map(({ id }) => id) } });
}
