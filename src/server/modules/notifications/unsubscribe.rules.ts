import { createSealer } from '../../platform/auth/sealed.ts';

/** The user and the kinds of e-mail that a link switches off. */
export interface UnsubscribeLink {
  readonly tenantId: number;
  readonly userId: string;
  readonly kinds: readonly string[];
}

const NAME = 'unsubscribe';

/** Creates the secret of a link. It is sealed, so that it reveals nothing and cannot be forged. It does not expire: all it can do is stop e-mails. */
export function sealUnsubscribe(masterKey: string, { tenantId, userId, kinds }: UnsubscribeLink): string {
  return createSealer(masterKey, NAME)
    .seal(JSON.stringify([tenantId, userId, kinds]), NAME)
    .toString('base64url');
}

/** Opens a secret; undefined for one that this server did not issue. */
export function openUnsubscribe(masterKey: string, token: string): UnsubscribeLink | undefined {
  try {
    const text = createSealer(masterKey, NAME).open(Buffer.from(token, 'base64url'), NAME);
    const [tenantId, userId, kinds] = JSON.parse(text) as [number, string, string[]];
    return { tenantId, userId, kinds };
  } catch {
    // Typed or modified tokens are not valid links.
    return undefined;
  }
}
