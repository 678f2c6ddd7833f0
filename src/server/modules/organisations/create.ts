import type { NewOrganisation } from '../../../shared/contracts/organisations.contract.ts';
import { cleanNew, newFaults } from '../../../shared/contracts/organisations.rules.ts';
import { DatabaseError, type Tx } from '../../platform/database.ts';
import { AppError, faultAt } from '../../platform/errors.ts';
import { enqueue } from '../../platform/outbox.ts';
import { uuid7 } from '../../platform/uuid.ts';
import { auditSetup } from '../setup/index.ts';
import { INVITATION_JOB, insertPersonWithAccount } from '../signin/index.ts';
import { insertTenant } from '../tenants/index.ts';
import { insertPerson } from '../users/index.ts';
import { isSlugTaken } from './organisations.store.ts';

/**
 * Creates an organisation and its first administrator, who receives a temporary password by e-mail; as `verva_system`. With
 * `isExternal` another service keeps the accounts, and none is created here. The transaction continues as the new
 * organisation. Throws `tenant.invalid`, `tenant.slug_taken`, `user.id_taken`.
 */
export async function insertOrganisation(
  tx: Tx,
  input: NewOrganisation,
  { by, isExternal }: { readonly by: string; readonly isExternal: boolean },
): Promise<{ tenantId: number; slug: string }> {
  const values = cleanNew(input);
  const faults = Object.entries(newFaults(values));
  if (faults.length > 0) {
    throw new AppError('tenant.invalid', {}, { errors: faults.map(([pointer, fault]) => ({ pointer, ...fault })) });
  }
  const { tenantId: slug, administrator, ...tenant } = values;
  if (await isSlugTaken(tx, slug)) throw faultAt('tenant.slug_taken', '/tenantId', { value: slug });
  const tenantId = await insertTenant(tx, { slug, ...tenant }, by).catch((error: unknown) => {
    throw isUniqueViolation(error) ? faultAt('tenant.slug_taken', '/tenantId', { value: slug }) : error;
  });
  const person = { ...administrator, languageId: tenant.languageId, groups: ['admin'] };
  const userId = await insertAdministrator(tx, { tenantId, by, isExternal }, person).catch((error: unknown) => {
    throw isUniqueViolation(error)
      ? faultAt('user.id_taken', '/administrator/username', { value: person.username })
      : error;
  });
  await auditSetup(tx, { slug, userId, via: 'provider', username: person.username });
  return { tenantId, slug };
}

type Administrator = Parameters<typeof insertPerson>[1];

async function insertAdministrator(
  tx: Tx,
  { tenantId, by, isExternal }: { readonly tenantId: number; readonly by: string; readonly isExternal: boolean },
  person: Omit<Administrator, 'userId'>,
): Promise<string> {
  if (isExternal) {
    const userId = uuid7();
    await insertPerson(tx, { ...person, userId });
    return userId;
  }
  const { userId } = await insertPersonWithAccount(tx, {
    ...person,
    tenantId,
    by: { userId: by },
    passwordHash: null,
    accountStatus: 'FORCE_CHANGE_PASSWORD',
    status: 'invited',
  });
  await enqueue(tx, 'job', { job: INVITATION_JOB, userId });
  return userId;
}

const isUniqueViolation = (error: unknown) => error instanceof DatabaseError && error.code === '23505';
