import { builtInIssuerUrl } from '../../platform/auth/built-in-issuer.ts';
import { createSealer, type Sealer } from '../../platform/auth/sealed.ts';
import type { SigningKeys } from '../../platform/auth/signing-keys.ts';
import type { TokenVerifier } from '../../platform/auth/verifier.ts';
import { createSteadyClock, type Elapsed } from '../../platform/clock.ts';
import type { DatabaseHandle } from '../../platform/database.ts';
import { type Codes, createCodes } from './challenges/codes.ts';
import { type Delivery, signinDelivery } from './mails/delivery.ts';
import type { SigninPostOptions } from './mails/signin.post.ts';
import { type SigninAudit, signinAudit } from './signin.audit.ts';
import { createThrottle, type Throttle } from './throttle/throttle.ts';
import { createRefreshTokens, type RefreshTokens } from './tokens/refresh-tokens.ts';

/** Dependencies of every operation of the identity service. */
export interface IdentityService {
  readonly db: DatabaseHandle;
  readonly keys: SigningKeys;
  /** Absolute URL, the issuer in tokens. */
  readonly issuer: string;
  readonly throttle: Throttle;
  /** Hides which usernames exist; the messages are less helpful then. */
  readonly hidesUnknownUsers: boolean;
  readonly clock: () => Date;
  /** Notifies the token verifier of this process that sessions ended. */
  readonly sessionsEnded: (familyIds: readonly string[]) => void;
  /** Removes a user from the caller cache of this process. */
  readonly dropCallers: (userId: string) => void;
  /** Derives the stored form of codes. */
  readonly codes: Codes;
  readonly refreshTokens: RefreshTokens;
  /** Encrypts the secrets of second factors; the name is the account's `sub`. */
  readonly factors: Sealer;
  /** URL of the application for links in e-mails, without a trailing slash. */
  readonly publicUrl: string;
  readonly delivery: Delivery;
  /** Runs work in the background, so that response times do not reveal which users exist. Failures are logged. */
  readonly inBackground: (work: () => Promise<void>) => void;
  /** Resolves when all background work is done. */
  readonly settled: () => Promise<void>;
  /** Writes to the audit log of the user's tenant. */
  readonly audit: (entry: SigninAudit) => Promise<void>;
}

/** One request of the protocol with its parsed body. */
export interface ProtocolCall {
  readonly body: Readonly<Record<string, unknown>>;
  readonly ip: string;
  readonly requestId: string;
  readonly userAgent: string | undefined;
  readonly service: IdentityService;
}

export type Operation = (call: ProtocolCall) => Promise<Readonly<Record<string, unknown>>>;

export interface IdentityServiceOptions {
  readonly db: DatabaseHandle;
  readonly verifier: TokenVerifier;
  readonly clock: () => Date;
  readonly elapsed: Elapsed;
  readonly publicUrl: string;
  readonly hidesUnknownUsers: boolean;
  readonly masterKey: string | Uint8Array;
  readonly post: SigninPostOptions;
  /** Called when background work fails. */
  readonly failed: (error: unknown) => void;
}

export function createIdentityService(options: IdentityServiceOptions): IdentityService {
  const { db, verifier, clock, elapsed, publicUrl, hidesUnknownUsers, masterKey, post, failed } = options;
  const running = new Set<Promise<void>>();
  return {
    db,
    keys: verifier.keys,
    issuer: builtInIssuerUrl(publicUrl),
    throttle: createThrottle(db, createSteadyClock(clock, elapsed)),
    hidesUnknownUsers,
    clock,
    sessionsEnded: (sessions) => verifier.forget({ sessions }),
    dropCallers: (userId) => verifier.forget({ userId }),
    audit: signinAudit(db),
    codes: createCodes(masterKey),
    refreshTokens: createRefreshTokens(masterKey),
    factors: createSealer(masterKey, 'idn_factor'),
    publicUrl: publicUrl.replace(/(?<!\/)\/+$/, ''),
    delivery: signinDelivery(db, post),
    inBackground(work) {
      const done: Promise<void> = work()
        .catch(failed)
        .finally(() => running.delete(done));
      running.add(done);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
