import type { AppContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { isUuid } from '../../platform/uuid.ts';
import { basicCredentials, isSecret } from './embed.rules.ts';
import { findClient, type KnownClient } from './embed.store.ts';

/** Returns the client of an `Authorization: Basic …` header. Throws client.not_accepted. */
export async function clientOf(
  { db, limit }: Pick<AppContext, 'db' | 'limit'>,
  header: string | undefined,
): Promise<KnownClient> {
  const given = basicCredentials(header);
  if (!given || !isUuid(given.id)) throw new AppError('client.not_accepted');
  const client = await db.systemTransaction((tx) => findClient(tx, given.id));
  if (!client || !isSecret(given.secret, client.secret)) throw new AppError('client.not_accepted');
  limit(client.id);
  return client;
}
