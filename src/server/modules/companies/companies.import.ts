import { sql } from 'kysely';
import { CompanyChange } from '../../../shared/contracts/companies.contract.ts';
import type { FieldError } from '../../../shared/contracts/errors.ts';
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
import { companyMessages } from './companies.messages.ts';
import { companiesResource } from './companies.resource.ts';
import { insertCompany, removeCompany, updateCompany, usesOfCompany } from './companies.store.ts';

interface Values {
  readonly code: string;
  readonly name: string;
  readonly registryCode: string | null;
  readonly country: string | null;
  readonly status: 'active' | 'inactive';
}

const check = bodyCheck(CompanyChange);
const statusOf = statusCells(['active', 'inactive'], (language, id) => companyMessages.text(language, `status.${id}`));

/** Companies as a resource of imports (ADM-08), by code. */
export const companiesImport: ImportResource = {
  name: 'companies',
  scope: 'reference',
  columns: listColumns(companiesResource, {
    status: { text: (value, language) => companyMessages.text(language, `status.${value as Values['status']}`) },
  }),
  keys: ['code'],
  async find(call, _key, codes) {
    const found = await read(call, sql`c.code = ANY(${[...codes]}::text[])`);
    return new Map(found.map((one) => [String(one.values.code), [one]]));
  },
  findByIds: (call, ids) => read(call, sql`c.id = ANY(${[...ids]}::uuid[])`),
  check: async (_call, rows) => rows.map(checkRow),
  write: (call, changes) => writeEach(changes, (change) => writeCompany(call, change)),
};

async function read(
  { tx, isWriting }: ImportCall,
  condition: ReturnType<typeof sql<boolean>>,
): Promise<CurrentEntry[]> {
  const { rows } = await sql<Values & { id: string; version: number }>`SELECT c.id, c.version, c.code, c.name,
      c.registry_code AS "registryCode", c.country, CASE WHEN c.active THEN 'active' ELSE 'inactive' END AS status
    FROM company c WHERE ${condition} AND c.removed_at IS NULL ORDER BY c.id ${isWriting ? sql`FOR UPDATE` : sql``}`.execute(
    tx,
  );
  return rows.map(({ id, version, ...values }) => ({ id, version, name: values.name, values }));
}

function checkRow({ key, cells, current }: EntryRow): CheckedRow {
  const before = current?.values as Values | undefined;
  const faults: FieldError[] = [];
  const status = statusOf('status', cells.status, faults) ?? before?.status ?? 'active';
  const values: Values = {
    code: before?.code ?? key,
    name: cells.name ?? before?.name ?? '',
    registryCode: cells.registryCode === undefined ? (before?.registryCode ?? null) : cells.registryCode || null,
    country: cells.country === undefined ? (before?.country ?? null) : cells.country.toUpperCase() || null,
    status,
  };
  faults.push(...bodyFaults(check, bodyOf(values)));
  return faults.length > 0 ? { faults } : { values: { ...values }, name: values.name };
}

const bodyOf = ({ status, ...values }: Values) => ({ ...values, active: status === 'active' });

async function writeCompany({ tx, session }: ImportCall, { verb, current, values }: EntryChange): Promise<WrittenRow> {
  if (verb === 'remove') {
    const { people, usedBy } = await usesOfCompany(tx, current!.id, session.languageId);
    if (people + usedBy.length > 0) return { fault: CHANGED };
    await removeCompany(tx, current!.id);
    return { id: current!.id, version: 0 };
  }
  const body = bodyOf(values as unknown as Values);
  if (verb === 'change') await updateCompany(tx, current!.id, body);
  const id = current?.id ?? (await insertCompany(tx, body));
  if (id === undefined) return { fault: CHANGED };
  const { rows } = await sql<{ version: number }>`SELECT version FROM company WHERE id = ${id}::uuid`.execute(tx);
  return { id, version: rows[0]!.version };
}
