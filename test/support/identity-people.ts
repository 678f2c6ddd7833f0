import { sql } from 'kysely';
import { createPerson, type NewPerson } from '../../src/server/modules/signin/accounts.ts';
import { createTenant } from '../../src/server/modules/tenants/index.ts';
import { openTestDatabase } from './databases.ts';
import {
  type IdentityInstance,
  type IdentityInstanceOptions,
  identityInstance,
  type TestClock,
  testClock,
} from './identity.ts';

export const PASSWORD = 'Kevad-2026-tuleb';
export const NEW_PASSWORD = 'Suvi-2026-on-ees';

export interface ListeningIdentity {
  /** Endpoint of Amazon Cognito's protocol, over real HTTP. */
  readonly endpoint: string;
  readonly identity: IdentityInstance;
  readonly clock: TestClock;
  /** Creates a user for one test, reachable by e-mail and phone. */
  person(extra?: Partial<NewPerson>): Promise<{ username: string; email: string; phoneNumber: string; sub: string }>;
  /** Sets whom the organisation requires to sign in with a second factor. */
  demandSecondFactor(of: 'off' | 'admins' | 'all'): Promise<void>;
  /** Takes the password from a user, as of one who signs in by other ways only. */
  withoutPassword(username: string): Promise<void>;
  /** Verbs of the audit log about the organisation's users, oldest first. */
  audited(): Promise<string[]>;
  close(): Promise<void>;
}

/** Starts the identity service on an embedded database and a separate port, for third-party clients. */
export async function listeningIdentity(options: IdentityInstanceOptions = {}): Promise<ListeningIdentity> {
  const db = await openTestDatabase();
  const clock = options.clock ?? testClock();
  const identity = await identityInstance(db, { ...options, clock });
  const address = await identity.app.listen({ port: 0, host: '127.0.0.1' });
  const { tenantId } = await createTenant(db, { slug: 'wire', name: 'Wire' });
  let count = 0;
  return {
    endpoint: `${address}/identity/`,
    identity,
    clock,
    async person(extra = {}) {
      count += 1;
      const username = `wire.person.${count}`;
      const email = `p${count}@wire.test`;
      const phoneNumber = `+3725550${String(count).padStart(4, '0')}`;
      const reachable = { email, emailVerified: true, phoneNumber, phoneVerified: true };
      const { sub } = await createPerson(db, {
        tenantId,
        username,
        name: username,
        password: PASSWORD,
        ...reachable,
        ...extra,
      });
      return { username, email, phoneNumber, sub };
    },
    async demandSecondFactor(of) {
      await db.tenantTransaction({ tenantId, userId: null }, (tx) =>
        sql`INSERT INTO tenant_setting (key, value) VALUES ('secondFactor', to_jsonb(${of}::text))
          ON CONFLICT (tenant_id, key) DO UPDATE SET value = excluded.value`.execute(tx),
      );
    },
    async withoutPassword(username) {
      await db.signinTransaction((tx) =>
        sql`UPDATE idn_user SET password_hash = NULL WHERE username = ${username}`.execute(tx),
      );
    },
    async audited() {
      const { rows } = await db.tenantTransaction({ tenantId, userId: null }, (tx) =>
        sql<{ verb: string }>`SELECT verb FROM audit_log WHERE subject_id IS NOT NULL ORDER BY id`.execute(tx),
      );
      return rows.map(({ verb }) => verb);
    },
    async close() {
      await identity.app.close();
      await db.close();
    },
  };
}
