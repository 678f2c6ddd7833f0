import { sql } from 'kysely';
import { canonicalContent } from '../canonical.rules.ts';
import { type ConfigKind, type ConfigObject, readObjects } from '../kind.ts';

const OPTION_DEFAULTS = { active: true, properties: {}, texts: {} };

/** Dropdowns with their options, in order. */
export const dropdowns: ConfigKind = {
  id: 'dropdowns',
  tables: ['dropdown', 'dropdown_option', 'dropdown_option_text'],
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
};
