import { createSealer } from '../../platform/auth/sealed.ts';

/** Whose mails of which kinds a link stops. */
export interface UnsubscribeLink {
  readonly tenantId: number;
  readonly userId: string;
  readonly kinds: readonly string[];
}

const NAME = 'unsubscribe';

/** The secret of a link: sealed, so that it tells nothing and nobody can make one. It does not expire: all it does is to stop mails. */
export function sealUnsubscribe(masterKey: string, { tenantId, userId, kinds }: UnsubscribeLink): string {
  return createSealer(masterKey, NAME)
    .seal(JSON.stringify([tenantId, userId, kinds]), NAME)
    .toString('base64url');
}

/** What a secret stands for; undefined for one that is not ours. */
export function openUnsubscribe(masterKey: string, token: string): UnsubscribeLink | undefined {
  try {
    const text = createSealer(masterKey, NAME).open(Buffer.from(token, 'base64url'), NAME);
    const [tenantId, userId, kinds] = JSON.parse(text) as [number, string, string[]];
    return { tenantId, userId, kinds };
  } catch {
    // Whatever somebody typed or changed is no link of ours.
    return undefined;
  }
}
