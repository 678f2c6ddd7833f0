import { createHash, randomBytes } from 'node:crypto';
import type { DatabaseHandle } from '../../platform/database.ts';
import { deleteSetupLink, findSetupLink, hasOrganisation, lockSetup, replaceSetupLink } from './setup.store.ts';

const LINK_MS = 86_400_000;

export type SetupOffer =
  | { readonly state: 'done' }
  /** Another link is in effect; only its digest is stored, so it cannot be shown again. */
  | { readonly state: 'offered'; readonly madeAt: Date; readonly expiresAt: Date }
  | { readonly state: 'written'; readonly link: string; readonly expiresAt: Date };

/**
 * Creates the link that sets up an empty installation: valid for 24 hours, once. With `replaces` a link in effect ends;
 * without it, the link in effect stays.
 */
export async function offerSetup(
  db: Pick<DatabaseHandle, 'signinTransaction'>,
  { publicUrl, now, replaces = false }: { readonly publicUrl: string; readonly now: Date; readonly replaces?: boolean },
): Promise<SetupOffer> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + LINK_MS);
  return db.signinTransaction(async (tx): Promise<SetupOffer> => {
    await lockSetup(tx);
    if (await hasOrganisation(tx)) {
      // The organisation was created by a command.
      await deleteSetupLink(tx);
      return { state: 'done' };
    }
    const current = await findSetupLink(tx, now);
    if (current && !replaces) return { state: 'offered', ...current };
    await replaceSetupLink(tx, setupDigest(token), { madeAt: now, expiresAt });
    // After `#`: browsers do not send it to servers, so it appears in no access log and no Referer.
    return { state: 'written', link: `${publicUrl}/setup#${token}`, expiresAt };
  });
}

/** SHA-256 of a token; the database stores nothing else of it. */
export const setupDigest = (token: string): Buffer => createHash('sha256').update(token).digest();
