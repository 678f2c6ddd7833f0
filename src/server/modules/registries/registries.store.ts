import { sql } from 'kysely';
import type { NumberSeries } from '../../../shared/contracts/numbers.rules.ts';
import { TITLE_COLUMN } from '../../../shared/contracts/registry.rules.ts';
import { json, type Tx } from '../../platform/database.ts';
import type { Registry } from '../records/index.ts';
import { type DeclaredStatus, withColors } from './statuses.rules.ts';

/** Creates a registry with its number series, or replaces the settings of one; its form must exist. For the product, demo data and tests. */
export async function insertRegistry(
  tx: Tx,
  registry: Pick<Registry, 'id' | 'title' | 'formId' | 'readGroups' | 'writeGroups'> & {
    /** Key of the field with the title of a record. */
    readonly titleFrom?: string;
    /** Columns of other fields. */
    readonly columns?: Registry['columns'];
    readonly statuses: readonly DeclaredStatus[];
    readonly series: (NumberSeries & { readonly id: string }) | null;
  },
): Promise<void> {
  const { id, title, formId, titleFrom, statuses, readGroups, writeGroups, series } = registry;
  const columns = [...(titleFrom === undefined ? [] : [titleColumn(titleFrom)]), ...(registry.columns ?? [])];
  if (series) {
    await sql`INSERT INTO number_series (id, pattern, resets) VALUES (${series.id}, ${series.pattern}, ${series.resets})
      ON CONFLICT (tenant_id, id) DO UPDATE SET pattern = excluded.pattern, resets = excluded.resets`.execute(tx);
  }
  await sql`
    INSERT INTO registry (id, title, form_id, columns, statuses, read_groups, write_groups, number_series_id)
    VALUES (${id}, ${json(title)}::jsonb, ${formId}, ${json(columns)}::jsonb, ${json(withColors(statuses))}::jsonb, ${[...readGroups]}::text[],
      ${[...writeGroups]}::text[], ${series?.id ?? null})
    ON CONFLICT (tenant_id, id) DO UPDATE SET title = excluded.title, form_id = excluded.form_id, columns = excluded.columns,
      statuses = excluded.statuses, read_groups = excluded.read_groups, write_groups = excluded.write_groups,
      number_series_id = excluded.number_series_id`.execute(tx);
}

const titleColumn = (from: string): Registry['columns'][number] => ({
  field: TITLE_COLUMN,
  from,
  listed: true,
  searchable: true,
  ready: true,
});
