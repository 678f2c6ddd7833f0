import { builtInIssuerUrl } from '../../platform/auth/built-in-issuer.ts';
import type { SigningKeys } from '../../platform/auth/signing-keys.ts';
import type { TokenVerifier } from '../../platform/auth/verifier.ts';
import type { DatabaseHandle } from '../../platform/database.ts';
import { type SigninAudit, signinAudit } from './signin.audit.ts';
import { createThrottle, type Throttle } from './throttle.ts';

/** What every operation of the identity service has at hand. */
export interface IdentityService {
  readonly db: DatabaseHandle;
  readonly keys: SigningKeys;
  /** The absolute address that stands in tokens. */
  readonly issuer: string;
  readonly throttle: Throttle;
  /** Hides which usernames exist, at the price of less helpful messages. */
  readonly hidesUnknownUsers: boolean;
  readonly clock: () => Date;
  /** Tells the token verifier of this process that sessions ended. */
  readonly sessionsEnded: (familyIds: readonly string[]) => void;
  /** A line in the audit log of the person's tenant. */
  readonly audit: (entry: SigninAudit) => Promise<void>;
}

/** One request of the protocol, after its envelope was read. */
export interface WireCall {
  readonly body: Readonly<Record<string, unknown>>;
  readonly ip: string;
  readonly requestId: string;
  readonly service: IdentityService;
}

export type Operation = (call: WireCall) => Promise<Readonly<Record<string, unknown>>>;

export interface IdentityServiceOptions {
  readonly db: DatabaseHandle;
  readonly verifier: TokenVerifier;
  readonly clock: () => Date;
  readonly publicUrl: string;
  readonly hidesUnknownUsers: boolean;
}

export function createIdentityService(options: IdentityServiceOptions): IdentityService {
  const { db, verifier, clock, publicUrl, hidesUnknownUsers } = options;
  return {
    db,
    keys: verifier.keys,
    issuer: builtInIssuerUrl(publicUrl),
    throttle: createThrottle(db, clock),
    hidesUnknownUsers,
    clock,
    sessionsEnded: (sessions) => verifier.forget({ sessions }),
    audit: signinAudit(db),
  };
}
