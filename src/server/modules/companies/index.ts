import { sql } from 'kysely';
import { type Company, listCompanies } from '../../../shared/contracts/reference-data.contract.ts';
import { containsPattern } from '../../platform/condition-sql.ts';
import type { ServerModule } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { serve } from '../../platform/http/serve.ts';
import { type LookupQuery, lookupQueryOf, singlePage, uuidsOf } from '../../platform/lookup.ts';

/** Companies for form fields: /api/companies. */
export const companies: ServerModule = (app, context) => {
  serve(app, context, listCompanies, async ({ tx, query }) =>
    singlePage(await readCompanies(tx, lookupQueryOf(query))),
  );
};

/** Returns companies by name. */
async function readCompanies(tx: Tx, { q, ids, limit }: LookupQuery): Promise<Company[]> {
  const pattern = containsPattern(q);
  const { rows } = await sql<Company>`
    SELECT id, code, name, registry_code AS "registryCode", country, active, version FROM company
    WHERE ${ids ? sql`id = ANY(${uuidsOf(ids)}::uuid[])` : sql`active`}
      AND (lower(name) LIKE ${pattern} OR lower(code) LIKE ${pattern} OR registry_code LIKE ${pattern})
    ORDER BY lower(name), id LIMIT ${sql.lit(limit)}`.execute(tx);
  return rows;
}
