import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  type CompanyChange,
  type CompanyRow,
  createCompany,
  deleteCompany,
  getCompany,
  listCompanyUses,
  updateCompany,
} from '../../../shared/contracts/companies.contract.ts';
import { listCompanies } from '../../../shared/contracts/reference-data.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { assertFresh } from '../../platform/http/if-match.ts';
import { languageOf } from '../../platform/http/problems.ts';
import { serve } from '../../platform/http/serve.ts';
import { lookupQueryOf, singlePage } from '../../platform/lookup.ts';
import { isUuid } from '../../platform/uuid.ts';
import * as store from './companies.store.ts';

export function companyRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, listCompanies, async ({ tx, query }) =>
    singlePage(await store.readCompanies(tx, lookupQueryOf(query))),
  );

  serve(app, context, getCompany, async ({ tx, params, reply }) => tagged(reply, await foundCompany(tx, params.id)));

  serve(app, context, createCompany, async ({ tx, body, reply }) => {
    const values = valuesOf(body);
    const id = await store.insertCompany(tx, values);
    if (id === undefined) throw codeTaken(values.code);
    return tagged(reply, await foundCompany(tx, id));
  });

  serve(app, context, updateCompany, async ({ tx, params, body, request, reply }) => {
    const company = await foundCompany(tx, params.id);
    assertFresh(company, toCompany(company), request.headers['if-match']);
    const values = valuesOf({ ...company, ...body });
    if (await store.isCodeTaken(tx, values.code, company.id)) throw codeTaken(values.code);
    await store.updateCompany(tx, company.id, values);
    return tagged(reply, await foundCompany(tx, company.id));
  });

  serve(app, context, deleteCompany, async ({ tx, params, request }) => {
    const company = await foundCompany(tx, params.id);
    assertFresh(company, toCompany(company), request.headers['if-match']);
    const { people, usedBy } = await store.usesOfCompany(tx, company.id, languageOf(request));
    const count = people + usedBy.length;
    if (count > 0) throw new AppError('company.in_use', { count }, { people, usedBy });
    await store.removeCompany(tx, company.id);
    return null;
  });

  serve(app, context, listCompanyUses, async ({ tx, params, request }) => {
    const { id } = await foundCompany(tx, params.id);
    return store.usesOfCompany(tx, id, languageOf(request));
  });
}

/** Reads and locks the company. Throws company.not_found. */
export async function foundCompany(tx: Tx, id: string): Promise<store.LockedCompany> {
  const company = isUuid(id) ? await store.lockCompany(tx, id) : undefined;
  if (!company) throw new AppError('company.not_found');
  return company;
}

/** The values of a request; empty texts are none. */
function valuesOf({ code, name, registryCode, country, active = true }: CompanyChange) {
  return { code, name: name.trim(), registryCode: registryCode?.trim() || null, country: country || null, active };
}

function codeTaken(code: string): AppError {
  const params = { value: code };
  return new AppError('company.code_taken', params, {
    errors: [{ pointer: '/code', code: 'company.code_taken', params }],
  });
}

function toCompany({ updated_at: _at, changer: _by, ...company }: store.LockedCompany): CompanyRow {
  return company;
}

function tagged(reply: FastifyReply, company: store.LockedCompany): CompanyRow {
  reply.header('etag', `"${company.version}"`);
  return toCompany(company);
}
