import { cleanSetup, type SetupValues, setupFaults } from '../../../shared/contracts/setup.rules.ts';
import { linkSubject } from '../../platform/auth/link-subject.ts';
import type { DatabaseHandle, Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { continueAs } from '../../platform/transaction-role.ts';
import { uuid7 } from '../../platform/uuid.ts';
import { hashPassword, insertPersonWithAccount, isKnownPassword } from '../signin/index.ts';
import { insertTenant } from '../tenants/index.ts';
import { insertPerson, type PersonDetails } from '../users/index.ts';
import { enqueueTestMail } from './setup.mails.ts';
import { auditSetup, deleteSetupLink, hasOrganisation, isSetupToken, lockSetup } from './setup.store.ts';
import { setupDigest } from './setup-link.ts';

/** Slug of the provider's organisation, whose translations are the product's. */
export const PROVIDER_SLUG = 'verva';

export interface CreatedOrganisation {
  readonly tenantId: number;
  /** `app_user.id` of the administrator. */
  readonly userId: string;
  /** As stored. */
  readonly username: string;
}

/** The administrator's account at another sign-in service; the password of the input is then ignored. */
export interface ExternalAccount {
  readonly issuer: string;
  readonly subject: string;
}

/** What authorises the set-up: the token of the link, or access to the server. */
export type SetupAuthority = { readonly token: string; readonly now: Date } | 'command';

interface OrganisationOptions {
  readonly slug: string;
  readonly external?: ExternalAccount | undefined;
}

/**
 * Creates the provider's organisation and its first administrator, in one transaction: of several calls at once, one
 * succeeds. Throws `setup.invalid` with the fields, `setup.done`, `setup.link_not_accepted`.
 */
export async function setUp(
  db: DatabaseHandle,
  input: SetupValues,
  authority: SetupAuthority,
  external?: ExternalAccount,
): Promise<CreatedOrganisation> {
  // Before the password is hashed, which takes a tenth of a second.
  await db.signinTransaction((tx) => assertMaySetUp(tx, authority));
  const prepared = await prepare(input, { slug: PROVIDER_SLUG, external });
  return db.signinTransaction(async (tx) => {
    await lockSetup(tx);
    await assertMaySetUp(tx, authority);
    await deleteSetupLink(tx);
    const via = authority === 'command' ? 'command' : 'link';
    return insertOrganisation(tx, prepared, { groups: ['admin', 'verva.admin'], via });
  });
}

/** Creates another organisation with its first administrator. Throws `setup.invalid`, and 23505 when the slug or username is taken. */
export async function createOrganisation(
  db: DatabaseHandle,
  input: SetupValues,
  options: OrganisationOptions,
): Promise<CreatedOrganisation> {
  const prepared = await prepare(input, options);
  return db.systemTransaction((tx) => insertOrganisation(tx, prepared, { groups: ['admin'], via: 'command' }));
}

interface Prepared extends SetupValues {
  readonly slug: string;
  readonly account: ExternalAccount | { readonly passwordHash: string };
}

async function prepare(input: SetupValues, { slug, external }: OrganisationOptions): Promise<Prepared> {
  const values = cleanSetup(input);
  const { '/administrator/password': atPassword, ...faults } = setupFaults(values);
  const errors = Object.entries({
    ...faults,
    ...(!external && atPassword && { '/administrator/password': atPassword }),
  });
  if (errors.length > 0) {
    throw new AppError('setup.invalid', {}, { errors: errors.map(([pointer, fault]) => ({ pointer, ...fault })) });
  }
  if (!external && (await hasKnownPassword(values))) {
    const errors = [{ pointer: '/administrator/password', code: 'field.password_known' as const }];
    throw new AppError('setup.invalid', {}, { errors });
  }
  const account = external ?? { passwordHash: await hashPassword(values.administrator.password) };
  return { ...values, slug, account };
}

const hasKnownPassword = ({ organisation, administrator: { password, name, username, email } }: SetupValues) =>
  isKnownPassword(password, [organisation.name, name, username, email]);

async function insertOrganisation(
  tx: Tx,
  { slug, organisation, administrator, account }: Prepared,
  { groups, via }: { readonly groups: readonly string[]; readonly via: string },
): Promise<CreatedOrganisation> {
  const tenantId = await insertTenant(tx, { slug, ...organisation });
  const { name, username, email } = administrator;
  const { languageId } = organisation;
  const person = { name, username, email, languageId, groups };
  const userId = await insertAdministrator(tx, tenantId, person, account);
  await auditSetup(tx, { slug, userId, via, username });
  await enqueueTestMail(tx, { userId, username, email, languageId });
  return { tenantId, userId, username };
}

/** Returns the key of the user; the transaction continues as the tenant. */
async function insertAdministrator(
  tx: Tx,
  tenantId: number,
  person: PersonDetails & { readonly username: string },
  account: Prepared['account'],
): Promise<string> {
  if ('passwordHash' in account) {
    // Who sets up the installation vouches for the address.
    const created = await insertPersonWithAccount(tx, { ...person, ...account, tenantId, emailVerified: true });
    return created.userId;
  }
  const userId = uuid7();
  await continueAs(tx, 'signin');
  if ((await linkSubject(tx, { ...account, tenantId, userId })) === 'taken')
    throw new AppError('identity.already_linked');
  await continueAs(tx, { tenantId, userId: null });
  await insertPerson(tx, { ...person, userId });
  return userId;
}

/** Throws `setup.done`, `setup.link_not_accepted`. */
async function assertMaySetUp(tx: Tx, authority: SetupAuthority): Promise<void> {
  if (await hasOrganisation(tx)) throw new AppError('setup.done');
  if (authority === 'command') return;
  if (!(await isSetupToken(tx, setupDigest(authority.token), authority.now))) {
    throw new AppError('setup.link_not_accepted');
  }
}
