import { sql } from 'kysely';
import { RECORDS_COUNTED } from '../../../shared/contracts/registry.rules.ts';
import type { RegistryUse } from '../../../shared/contracts/registry-settings.contract.ts';
import { type Texts, textOf } from '../../../shared/forms/index.ts';
import type { Tx } from '../../platform/database.ts';

/** Maximum number of uses of one kind. */
const USES_MAX = 50;

/** Returns what uses the registry: its records including the bin, published forms and active processes that name it, kinds of case, catalogue items and menu entries. */
export async function usesOfRegistry(tx: Tx, id: string, language: string): Promise<RegistryUse[]> {
  const named = sql`jsonb_build_object('id', ${id}::text)`;
  const { rows } = await sql<Omit<RegistryUse, 'title'> & { title: Texts | string }>`
    (SELECT 'records' AS kind, ${id} AS id, to_jsonb(''::text) AS title, c.n AS count FROM (SELECT count(*)::int AS n
      FROM (SELECT 1 FROM record r WHERE r.registry_id = ${id} ORDER BY r.form_number LIMIT ${sql.lit(RECORDS_COUNTED + 1)}) r) c WHERE c.n > 0)
    UNION ALL
    (SELECT 'form', f.id, f.title, NULL FROM form f JOIN form_version v ON v.form_id = f.id AND v.number = f.published
      WHERE f.active AND jsonb_path_exists(v.body, '$.**.resource ? (@ == $id)', ${named}) ORDER BY f.id LIMIT ${sql.lit(USES_MAX)})
    UNION ALL
    (SELECT 'process', p.key, to_jsonb(p.name), NULL FROM process p JOIN process_version v ON v.process_key = p.key AND v.number = p.active_number
      WHERE jsonb_path_exists(v.compiled, '$.**.resource ? (@ == $id)', ${named}) ORDER BY p.key LIMIT ${sql.lit(USES_MAX)})
    UNION ALL
    (SELECT 'caseType', c.id, c.title, NULL FROM case_type c WHERE c.registry_id = ${id} ORDER BY c.id LIMIT ${sql.lit(USES_MAX)})
    UNION ALL
    (SELECT 'catalogueItem', i.id, i.title, NULL FROM catalogue_item i WHERE i.kind = 'record' AND i.target = ${id} ORDER BY i.id LIMIT ${sql.lit(USES_MAX)})
    UNION ALL
    (SELECT 'menu', m.path, m.title, NULL FROM menu_item m WHERE m.removed_at IS NULL
      AND (m.meta->'params'->>'registry' = ${id} OR m.meta->'params'->>'resource' = ${id}) ORDER BY m.path LIMIT ${sql.lit(USES_MAX)})`.execute(
    tx,
  );
  return rows.map(({ kind, id: name, title, count }) => ({
    kind,
    id: name,
    title: (typeof title === 'string' ? title : textOf(title, language)) || name,
    ...(count === null || count === undefined ? {} : { count }),
  }));
}
