import { sql } from 'kysely';
import type { RegistryColumn } from '../../../shared/contracts/registry-settings.contract.ts';
import { columnFields, columnKind, type FormBody, slotHolds, type Texts, textOf } from '../../../shared/forms/index.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';

/** A column of a registry with the form. */
interface ColumnOfRegistry {
  readonly id: string;
  readonly title: Texts;
  readonly column: Pick<RegistryColumn, 'from' | 'slot'>;
}

/** Returns the columns of the registries that have the form. */
export async function readColumnsOf(tx: Tx, formId: string): Promise<ColumnOfRegistry[]> {
  const { rows } = await sql<ColumnOfRegistry>`SELECT g.id, g.title, c.value AS column
    FROM registry g CROSS JOIN jsonb_array_elements(g.columns) WITH ORDINALITY c
    WHERE g.form_id = ${formId} ORDER BY g.id, c.ordinality`.execute(tx);
  return rows;
}

/** Throws form.registry_column if a column's field is missing in the form, or its values no longer fit the column's index. */
export function assertColumnsKept(body: FormBody, columns: readonly ColumnOfRegistry[]): void {
  const kinds = new Map(columnFields(body).map((field) => [field.key, columnKind(field)!]));
  for (const { id, title, column } of columns) {
    const kind = kinds.get(column.from);
    if (kind !== undefined && (column.slot === undefined || slotHolds(column.slot, kind))) continue;
    throw new AppError('form.registry_column', { registry: textOf(title, 'en') || id, field: column.from });
  }
}
