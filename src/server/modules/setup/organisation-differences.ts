import { sql } from 'kysely';
import { cleanSetup, type SetupValues } from '../../../shared/contracts/setup.rules.ts';
import type { DatabaseHandle } from '../../platform/database.ts';

interface ExpectedOrganisation {
  readonly slug: string;
  readonly values: SetupValues;
  /** Groups that the administrator must be a member of. */
  readonly groups: readonly string[];
}

/**
 * Compares an existing organisation and its administrator with expected values. Returns undefined when there is no such
 * organisation, otherwise one line for each difference. The password is not compared.
 */
export async function organisationDifferences(
  db: DatabaseHandle,
  { slug, values, groups }: ExpectedOrganisation,
): Promise<readonly string[] | undefined> {
  const { organisation, administrator } = cleanSetup(values);
  const found = await db.systemTransaction((tx) =>
    sql<{ id: number; name: string; timeZone: string; languageId: string }>`SELECT id, name, time_zone AS "timeZone",
      language_id AS "languageId" FROM tenant WHERE slug = ${slug}`.execute(tx),
  );
  const tenant = found.rows[0];
  if (!tenant) return undefined;
  const { rows } = await db.tenantTransaction({ tenantId: tenant.id, userId: null }, (tx) =>
    sql<{ name: string; email: string | null; status: string; groups: string[] }>`SELECT name, email, status,
      ARRAY(SELECT group_id FROM group_member m WHERE m.user_id = u.id) AS groups
      FROM app_user u WHERE username = ${administrator.username}`.execute(tx),
  );
  const user = rows[0];
  const { username } = administrator;
  const differences: (string | false)[] = [
    tenant.name !== organisation.name && `name is ${tenant.name}, not ${organisation.name}`,
    tenant.timeZone !== organisation.timeZone && `time zone is ${tenant.timeZone}, not ${organisation.timeZone}`,
    tenant.languageId !== organisation.languageId && `language is ${tenant.languageId}, not ${organisation.languageId}`,
  ];
  if (!user) return [...differences, `${username} is not a user of ${slug}`].filter((line) => line !== false);
  differences.push(
    user.name !== administrator.name && `${username}: name is ${user.name}, not ${administrator.name}`,
    user.email !== administrator.email && `${username}: e-mail is ${user.email}, not ${administrator.email}`,
    user.status !== 'active' && `${username}: status is ${user.status}`,
    ...groups.map((group) => !user.groups.includes(group) && `${username}: is not a member of ${group}`),
  );
  return differences.filter((line) => line !== false);
}
