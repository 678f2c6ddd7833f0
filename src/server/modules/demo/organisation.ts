import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { uuid7 } from '../../platform/uuid.ts';
import { rebuildTree } from '../departments/index.ts';
import { saveAndPublishForm } from '../forms/index.ts';
import { deployBpmn } from '../processes/index.ts';
import { addMembership, createPerson } from '../signin/index.ts';
import { createTenant, setTenantLogo } from '../tenants/index.ts';
import { type DemoOrganisation, readForms, readLogo, readProcess, resolved } from './data.ts';
import { makeReference } from './reference.ts';

/** A created organisation, and the accounts of its users. */
export interface MadeOrganisation {
  readonly tenantId: number;
  readonly userIds: ReadonlyMap<string, string>;
  readonly subs: ReadonlyMap<string, string>;
}

/** Creates an organisation with users, departments, forms and processes. */
export async function makeOrganisation(
  { db, clock }: AppContext,
  demo: DemoOrganisation,
  passwordHash: string,
): Promise<MadeOrganisation> {
  const { slug, name, timeZone, languageId } = demo;
  const { tenantId } = await createTenant(db, { slug, name, timeZone, languageId });
  const logo = readLogo(slug);
  if (logo) await setTenantLogo(db, tenantId, { mediaType: 'image/svg+xml', content: logo });
  const asTenant = <T>(work: (tx: Tx) => Promise<T>) => db.tenantTransaction({ tenantId, userId: null }, work);
  const { companies, departments } = await asTenant((tx) => createCompaniesAndDepartments(tx, demo));
  const userIds = new Map<string, string>();
  const subs = new Map<string, string>();
  for (const person of demo.people) {
    const department = demo.departments.find(({ code }) => code === person.department);
    const { userId, sub } = await createPerson(db, {
      tenantId,
      username: person.username,
      name: person.name,
      email: person.email,
      emailVerified: true,
      ...(person.singleSignOn ? {} : { passwordHash }),
      ...(person.phoneNumber ? { phoneNumber: person.phoneNumber, phoneVerified: true } : {}),
      ...(person.account?.status ? { accountStatus: person.account.status } : {}),
      ...(person.account?.disabled ? { disabled: true } : {}),
      groups: person.groups,
      languageId: person.languageId,
      jobTitle: person.jobTitle,
      ...(department
        ? { companyId: companies.get(department.company), departmentId: departments.get(department.code) }
        : {}),
    });
    userIds.set(person.username, userId);
    subs.set(person.username, sub);
  }
  await asTenant((tx) => relate(tx, demo, userIds, departments, clock()));
  const scope = { db, tenantId, timeZone, userId: null, now: clock() };
  await asTenant(async (tx) => {
    await makeReference(tx, slug, companies);
    for (const form of readForms()) {
      await saveAndPublishForm(tx, { id: form.id, kind: form.kind ?? 'task', title: form.title, body: form });
    }
    for (const key of demo.processes) await deployBpmn(tx, scope, readProcess(key));
  });
  return { tenantId, userIds, subs };
}

async function createCompaniesAndDepartments(tx: Tx, demo: DemoOrganisation) {
  // The product's own groups exist already.
  await tx
    .insertInto('app_group')
    .values(demo.groups.map(({ id, name }) => ({ id, name })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const companies = new Map(demo.companies.map(({ code }) => [code, uuid7()]));
  await tx
    .insertInto('company')
    .values(
      demo.companies.map(({ code, name, registryCode, country }) => ({
        id: companies.get(code)!,
        code,
        name,
        registry_code: registryCode,
        country,
      })),
    )
    .execute();
  const departments = new Map(demo.departments.map(({ code }) => [code, uuid7()]));
  for (const { code, name, parent, company } of demo.departments) {
    const id = departments.get(code)!;
    const parentId = parent ? departments.get(parent)! : null;
    await tx
      .insertInto('department')
      .values({ id, code, name, parent_id: parentId, company_id: companies.get(company) ?? null })
      .execute();
  }
  await rebuildTree(tx);
  return { companies, departments };
}

/** Creates managers, heads of departments and delegations. */
async function relate(
  tx: Tx,
  demo: DemoOrganisation,
  userIds: ReadonlyMap<string, string>,
  departments: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  for (const { username, manager } of demo.people) {
    if (!manager) continue;
    await tx
      .insertInto('user_manager')
      .values({ user_id: userIds.get(username)!, manager_id: userIds.get(manager)! })
      .execute();
  }
  for (const { code, manager } of demo.departments) {
    if (!manager) continue;
    await tx
      .updateTable('department')
      .set({ manager_id: userIds.get(manager)! })
      .where('id', '=', departments.get(code)!)
      .execute();
  }
  for (const { user, delegate, start, end, comment } of demo.delegations) {
    const [from, until] = resolved([start, end], demo.timeZone, now) as [string, string];
    await tx
      .insertInto('delegation')
      .values({
        user_id: userIds.get(user)!,
        delegate_user_id: userIds.get(delegate)!,
        start_date: from,
        end_date: until,
        comment,
      })
      .execute();
  }
}

/** Adds a user of one organisation to another, as for the provider's administrator. */
export async function addGuest(
  { db }: AppContext,
  tenantId: number,
  guest: { readonly sub: string; readonly username: string; readonly name: string; readonly groups: readonly string[] },
): Promise<void> {
  await addMembership(db, { ...guest, tenantId });
}
