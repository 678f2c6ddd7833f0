import { createIdempotentRequest } from '../../shared/api/idempotent-request.ts';
import type { call } from '../../shared/api/index.ts';
import {
  type CompanyChange,
  type CompanyRow,
  createCompany,
  deleteCompany,
  listCompanyUses,
  updateCompany,
} from '../../shared/contracts/companies.contract.ts';
import type { ReferenceUses } from '../../shared/contracts/reference-data.contract.ts';
import { createRecordsStore, type Question } from '../../shared/records/index.ts';

/** The companies of an organisation; `send` is `call` of shared/api. Changes reject with ApiError. */
export function createCompanies({ send, asked }: { readonly send: typeof call; readonly asked?: Question }) {
  const idempotent = createIdempotentRequest();
  const records = createRecordsStore<CompanyRow>({ send, resource: 'companies', ...(asked && { asked }) });
  return {
    send,
    records,
    create: (body: CompanyChange): Promise<CompanyRow> =>
      idempotent.carryOut(body, (idempotencyKey) => send(createCompany, { body, idempotencyKey })),
    async remove({ id, version }: CompanyRow): Promise<void> {
      await send(deleteCompany, { params: { id }, ifMatch: version });
    },
    /** Changes only whether the company can be chosen. */
    async setActive({ id, version, code, name, registryCode, country }: CompanyRow, active: boolean): Promise<void> {
      const body = { code, name, registryCode, country, active };
      await send(updateCompany, { params: { id }, ifMatch: version, body });
    },
    usesOf: ({ id }: CompanyRow, signal: AbortSignal): Promise<ReferenceUses> =>
      send(listCompanyUses, { params: { id }, signal }),
  };
}

export type CompaniesStore = ReturnType<typeof createCompanies>;
