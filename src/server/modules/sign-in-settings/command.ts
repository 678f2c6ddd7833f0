import { sql } from 'kysely';
import type { SignInMode } from '../../../shared/contracts/sign-in-modes.rules.ts';
import type { Config } from '../../platform/config.ts';
import type { DatabaseHandle } from '../../platform/database.ts';
import { continueAs } from '../../platform/transaction-role.ts';
import { assertUsable } from './modes.ts';
import { readModes, writeModes } from './sign-in-settings.store.ts';

/**
 * Sets the ways to sign in of an organisation from the command line; without `modes`, only reads them. Null when there is no
 * such organisation. Throws as `assertUsable`.
 */
export async function setModes(
  db: DatabaseHandle,
  { smsWebhookUrl, devOutbox }: Pick<Config, 'smsWebhookUrl' | 'devOutbox'>,
  {
    slug,
    modes,
    now,
  }: { readonly slug: string; readonly modes: readonly SignInMode[] | undefined; readonly now: Date },
): Promise<{ readonly isChanged: boolean; readonly modes: readonly SignInMode[] } | null> {
  return db.systemTransaction(async (tx) => {
    const { rows } = await sql<{ id: number }>`SELECT id FROM tenant WHERE slug = ${slug}`.execute(tx);
    const tenantId = rows[0]?.id;
    if (tenantId === undefined) return null;
    const scope = { tenantId, userId: null, via: 'command' } as const;
    const asTenant = async <T>(work: () => Promise<T>) => {
      await continueAs(tx, scope);
      return work();
    };
    const asSignin = async <T>(work: () => Promise<T>) => {
      await continueAs(tx, 'signin');
      return work();
    };
    const before = await asTenant(() => readModes(tx));
    if (!modes) return { isChanged: false, modes: before };
    const sendsCodes = smsWebhookUrl !== undefined || devOutbox;
    await assertUsable(tx, { tenantId, modes, before, sendsCodes, asTenant, asSignin });
    return asTenant(async () => ({ isChanged: await writeModes(tx, modes, now), modes: await readModes(tx) }));
  });
}
