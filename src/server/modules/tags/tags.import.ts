import { sql } from 'kysely';
import type { FieldError } from '../../../shared/contracts/errors.ts';
import { TagChange } from '../../../shared/contracts/tags.contract.ts';
import { TAG_COLORS } from '../../../shared/contracts/tags.rules.ts';
import { bodyCheck } from '../../platform/http/readable.ts';
import {
  bodyFaults,
  CHANGED,
  type CheckedRow,
  type CurrentEntry,
  type EntryChange,
  type EntryRow,
  type ImportCall,
  type ImportResource,
  listColumns,
  statusCells,
  type WrittenRow,
  writeEach,
} from '../imports/index.ts';
import { tagMessages } from './tags.messages.ts';
import { tagsResource } from './tags.resource.ts';
import { deleteTag, insertTag, updateTag, usesOfTag } from './tags.store.ts';

interface Values {
  readonly name: string;
  readonly color: string | null;
}

type TagText = Parameters<typeof tagMessages.text>[1];

const check = bodyCheck(TagChange);
const colorOf = statusCells(TAG_COLORS, (language, id) => tagMessages.text(language, `color.${id}` as TagText));

/** Tags as a resource of imports (ADM-08), by name. */
export const tagsImport: ImportResource = {
  name: 'tags',
  scope: 'reference',
  columns: listColumns(tagsResource, {
    color: { text: (value, language) => tagMessages.text(language, `color.${value}` as TagText) },
  }),
  keys: ['name'],
  async find(call, _key, names) {
    const found = await read(call, sql`t.name = ANY(${[...names]}::text[])`);
    return new Map(found.map((one) => [one.name, [one]]));
  },
  findByIds: (call, ids) => read(call, sql`t.id = ANY(${[...ids]}::uuid[])`),
  check: async (_call, rows) => rows.map(checkRow),
  write: (call, changes) => writeEach(changes, (change) => writeTag(call, change)),
};

async function read(
  { tx, isWriting }: ImportCall,
  condition: ReturnType<typeof sql<boolean>>,
): Promise<CurrentEntry[]> {
  const { rows } = await sql<Values & { id: string; version: number }>`SELECT t.id, t.version, t.name, t.color
    FROM tag t WHERE ${condition} ORDER BY t.id ${isWriting ? sql`FOR UPDATE` : sql``}`.execute(tx);
  return rows.map(({ id, version, name, color }) => ({ id, version, name, values: { name, color } }));
}

function checkRow({ key, cells, current }: EntryRow): CheckedRow {
  const faults: FieldError[] = [];
  const chosen = colorOf('color', cells.color, faults);
  const color =
    cells.color === undefined ? ((current?.values.color as string | null | undefined) ?? null) : (chosen ?? null);
  const values = { name: key, color };
  faults.push(...bodyFaults(check, values));
  return faults.length > 0 ? { faults } : { values, name: key };
}

async function writeTag({ tx, session }: ImportCall, { verb, current, values }: EntryChange): Promise<WrittenRow> {
  if (verb === 'remove') {
    const { people, usedBy } = await usesOfTag(tx, current!.id, session.languageId);
    if (people + usedBy.length > 0) return { fault: CHANGED };
    await deleteTag(tx, current!.id);
    return { id: current!.id, version: 0 };
  }
  const { name, color } = values as unknown as Values;
  if (verb === 'change') await updateTag(tx, { id: current!.id, name, color: color as never });
  const id = current?.id ?? (await insertTag(tx, { name, color: color as never }));
  if (id === undefined) return { fault: CHANGED };
  const { rows } = await sql<{ version: number }>`SELECT version FROM tag WHERE id = ${id}::uuid`.execute(tx);
  return { id, version: rows[0]!.version };
}
