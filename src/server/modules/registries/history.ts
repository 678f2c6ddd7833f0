import type { RecordChange, RecordEvent } from '../../../shared/contracts/registries.contract.ts';
import type { Values } from '../../../shared/contracts/shapes.contract.ts';
import {
  columnKind,
  currencyOf,
  type DataField,
  type FormBody,
  fieldsOf,
  isFiles,
  same,
  textOf,
} from '../../../shared/forms/index.ts';
import { formatDayInput, isDay } from '../../../shared/locale/days.ts';
import type { Tx } from '../../platform/database.ts';
import type { RecordViewer, Registry } from '../records/index.ts';
import { personRef } from '../users/index.ts';
import { type AuditedChange, userNames } from './history.query.ts';
import { cellOf } from './own-cells.ts';
import type { OwnColumn } from './own-columns.ts';
import { textsOf } from './own-texts.ts';

type Field = ReturnType<typeof fieldsOf>[number];

/** Describes changes of a record in the reader's words. Values that were removed at the end of a retention are not shown. */
export async function describeChanges(
  tx: Tx,
  viewer: RecordViewer,
  registry: Registry,
  form: FormBody | null,
  rows: readonly AuditedChange[],
): Promise<RecordEvent[]> {
  const fields = form ? fieldsOf(form) : [];
  const owners = rows.flatMap(({ before, after }) => [before?.owner_id, after?.owner_id]);
  const names = await userNames(tx, [...new Set(owners.filter((id): id is string => typeof id === 'string'))]);
  const states = rows.flatMap(({ id, before, after, isAnonymised }) =>
    isAnonymised
      ? []
      : [
          { id: `${id}/before`, data: before?.data ?? {} },
          { id: `${id}/after`, data: after?.data ?? {} },
        ],
  );
  const texts = await textsOf(tx, viewer, form, fields.filter(isColumn).map(columnOf), states);
  const words = (id: string, field: Field, data: Values) => wordsOf(field, data, texts.get(id) ?? {}, viewer.language);

  function changesOf({ id, before, after, isAnonymised }: AuditedChange): RecordChange[] {
    const changes: RecordChange[] = [];
    const has = (name: string) => before !== null && Object.hasOwn(before, name);
    const status = (value: unknown) =>
      typeof value === 'string'
        ? textOf(registry.statuses.find((one) => one.id === value)?.title, viewer.language) || value
        : null;
    if (has('status')) {
      changes.push({ field: 'status', label: null, before: status(before!.status), after: status(after?.status) });
    }
    if (has('owner_id') && !isAnonymised) {
      const name = (value: unknown) => (typeof value === 'string' ? (names.get(value) ?? null) : null);
      changes.push({ field: 'owner', label: null, before: name(before!.owner_id), after: name(after?.owner_id) });
    }
    if (has('hold')) changes.push({ field: 'hold', label: null, before: null, after: String(after?.hold === true) });
    const [old, now] = [before?.data ?? {}, after?.data ?? {}];
    for (const field of has('data') ? fields : []) {
      const { key } = field;
      if (same((old[key] ?? null) as never, (now[key] ?? null) as never)) continue;
      changes.push({
        field: key,
        label: textOf(field.label, viewer.language) || key,
        before: isAnonymised ? null : words(`${id}/before`, field, old),
        after: isAnonymised ? null : words(`${id}/after`, field, now),
      });
    }
    return changes;
  }

  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    by: row.actor && personRef(row.actor),
    kind: kindOf(row),
    changes: row.verb === 'insert' ? [] : changesOf(row),
  }));
}

function kindOf({ verb, before, after }: AuditedChange): RecordEvent['kind'] {
  if (verb === 'insert') return 'created';
  if (before === null || !Object.hasOwn(before, 'removed_at')) return 'changed';
  return after?.removed_at === null ? 'restored' : 'removed';
}

const isColumn = (field: Field): field is DataField => columnKind(field) !== null;

const columnOf = (node: DataField): OwnColumn => ({
  node,
  column: { field: node.key, from: node.key, listed: true, searchable: false, ready: true },
});

function wordsOf(
  field: Field,
  data: Values,
  texts: Readonly<Record<string, string>>,
  language: RecordViewer['language'],
): string | null {
  const value = data[field.key];
  if (value === undefined || value === null || value === '') return null;
  if (isFiles(value as never))
    return (value as unknown as { fileName: string }[]).map(({ fileName }) => fileName).join(', ');
  if (!isColumn(field)) return null;
  const { column, node } = columnOf(field);
  const cell = cellOf(column, node)({ data, texts } as never, { language } as never);
  if (cell === null || cell === undefined) return null;
  const day = (text: string) => (isDay(text) ? formatDayInput(text, language) : text);
  switch (node.type) {
    case 'date':
      return day(String(cell));
    case 'dateTime':
      return String(cell).split(' ').map(day).join(' ');
    case 'period':
      return String(cell).split('/').map(day).join(' – ');
    case 'money':
      return `${cell} ${currencyOf(node)}`;
    default:
      return String(cell);
  }
}
