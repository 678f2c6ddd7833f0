import { sql } from 'kysely';
import { REASON_HEADER } from '../../../shared/contracts/hr.rules.ts';
import type { AppContext } from '../../platform/context.ts';
import type { CaseRunner } from './cases.ts';
import { type DemoHr, type DemoOrganisation, readHr } from './data.ts';
import type { MadeOrganisation } from './organisation.ts';

const ENTRY = { [REASON_HEADER]: encodeURIComponent('Entering the personnel records') };

type DemoContract = DemoHr['people'][number]['contracts'][number];

/** Ids by code. */
interface Codes {
  readonly companies: ReadonlyMap<string, string>;
  readonly values: ReadonlyMap<string, { readonly dimensionId: string; readonly valueId: string }>;
}

/** Enters contracts, pay, health checks and sizes through the endpoints, and views some of them. */
export async function makeHr(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { slug, timeZone }: DemoOrganisation,
  { tenantId }: MadeOrganisation,
  runner: CaseRunner,
): Promise<void> {
  const now = clock();
  const demo = readHr(slug, timeZone, now);
  if (!demo) return;
  runner.setClock(now.toISOString());
  const codes = await readCodes(db, tenantId);
  for (const { username, contracts, checks = [], sizes } of demo.people) {
    const by = username === demo.by ? demo.ownBy : demo.by;
    for (const contract of contracts) {
      const values = { userId: username, ...contractOf(contract, codes) };
      const { id } = await runner.ask(by, 'POST', '/api/records/user_contracts', values);
      for (const one of contract.pay)
        await runner.ask(by, 'POST', `/api/hr/${username}/pay`, { contractId: id, ...one }, ENTRY);
    }
    for (const one of checks) {
      await runner.ask(by, 'POST', '/api/records/user_health', { userId: username, ...one }, ENTRY);
    }
    if (sizes) await runner.ask(by, 'PUT', `/api/hr/${username}/sizes`, sizes);
  }
  for (const { by, user, what, reason } of demo.looks) {
    const url = what === 'pay' ? `/api/hr/${user}/pay` : `/api/records/user_health?userId=${user}`;
    await runner.ask(by, 'GET', url, undefined, { [REASON_HEADER]: encodeURIComponent(reason) });
  }
}

async function readCodes(db: AppContext['db'], tenantId: number): Promise<Codes> {
  return db.tenantTransaction({ tenantId, userId: null }, async (tx) => {
    const companies = await sql<{ code: string; id: string }>`SELECT code, id FROM company`.execute(tx);
    const values = await sql<{ code: string; dimensionId: string; valueId: string }>`SELECT code,
      dimension_id AS "dimensionId", id AS "valueId" FROM dimension_value`.execute(tx);
    return {
      companies: new Map(companies.rows.map(({ code, id }) => [code, id])),
      values: new Map(values.rows.map(({ code, ...ids }) => [code, ids])),
    };
  });
}

function contractOf({ company, dimensions, pay: _, ...contract }: DemoContract, { companies, values }: Codes) {
  return {
    ...contract,
    companyId: companies.get(company),
    ...(dimensions ? { dimensions: dimensions.map(({ value, share }) => ({ ...values.get(value)!, share })) } : {}),
  };
}
