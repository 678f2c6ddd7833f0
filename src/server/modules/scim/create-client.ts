import type { ScimClient } from '../../../shared/contracts/scim.contract.ts';
import { SCIM_CLIENTS_MAX, SCIM_MONTHS_MAX } from '../../../shared/contracts/scim.rules.ts';
import { assertName } from '../../platform/assert-name.ts';
import type { DatabaseHandle, Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { type ClientFields, findProductGroups, insertClient, readClients } from './clients.store.ts';

const NAME_MAX = 100;

interface NewClient {
  readonly name: string;
  readonly groups?: readonly string[];
  readonly leavers?: ScimClient['leavers'];
  readonly months?: number;
}

/** Returns name and groups as stored. Throws `request.invalid` for a group that no token may name. */
export async function checkedFields(
  tx: Tx,
  { name, groups = [], leavers = 'manager' }: NewClient,
): Promise<ClientFields> {
  const known = await findProductGroups(tx, groups);
  const errors = groups
    .filter((id) => !known.includes(id))
    .map((value) => ({
      pointer: '/groups',
      code: 'field.choice_unknown' as const,
      params: { attribute: 'groups', value },
    }));
  if (errors.length > 0) throw new AppError('request.invalid', {}, { errors });
  return { name: assertName(name, '/name', NAME_MAX), groups: [...known].sort(), leavers };
}

/** Creates a token. Throws `scim_client.too_many`. */
export async function createClient(
  tx: Tx,
  fields: NewClient,
  now: Date,
): Promise<{ readonly client: ScimClient; readonly token: string }> {
  const checked = await checkedFields(tx, fields);
  if ((await readClients(tx)).length >= SCIM_CLIENTS_MAX) {
    throw new AppError('scim_client.too_many', { max: SCIM_CLIENTS_MAX });
  }
  const expiresAt = new Date(now);
  expiresAt.setUTCMonth(expiresAt.getUTCMonth() + Math.min(fields.months ?? SCIM_MONTHS_MAX, SCIM_MONTHS_MAX));
  return insertClient(tx, { ...checked, expiresAt });
}

/** Creates a token for the command line; undefined if there is no such organisation. */
export async function createClientOf(
  db: DatabaseHandle,
  slug: string,
  fields: NewClient,
  now: Date,
): Promise<string | undefined> {
  const tenant = await db.systemTransaction((tx) =>
    tx.selectFrom('tenant').select('id').where('slug', '=', slug).executeTakeFirst(),
  );
  if (!tenant) return undefined;
  const scope = { tenantId: tenant.id, userId: null, via: 'command' };
  return (await db.tenantTransaction(scope, (tx) => createClient(tx, fields, now))).token;
}
