import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import {
  addUserLink,
  listUserLinks,
  removeUserLink,
  type UserLink,
} from '../../../../shared/contracts/people.contract.ts';
import { BUILT_IN_ISSUER } from '../../../platform/auth/built-in-issuer.ts';
import { linkSubject } from '../../../platform/auth/link-subject.ts';
import type { AppContext } from '../../../platform/context.ts';
import type { DatabaseHandle, Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { serve } from '../../../platform/http/serve.ts';
import { readAdministeredUser } from './administered-user.ts';

/** Longer subjects are shortened: they identify the user at the provider, and are not needed in full. */
const SUBJECT_SHOWN = 12;

interface UserKey {
  readonly tenantId: number;
  /** `app_user.id`. */
  readonly userId: string;
}

/** The accounts of users at identity providers, for administrators (ADM-01, SEC-04). */
export function linkRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, verifier } = context;

  serve(
    app,
    context,
    listUserLinks,
    async ({ session, params }) => {
      const { key: userId } = await readAdministeredUser(db, session, params.userId);
      return readLinks(db, { tenantId: session.tenantId, userId });
    },
    { transaction: 'none' },
  );

  serve(
    app,
    context,
    addUserLink,
    async ({ session, request, params, body }) => {
      const { key: userId } = await readAdministeredUser(db, session, params.userId);
      const { tenantId } = session;
      const actor = { userId: session.userId, requestId: request.id };
      const linked = await db.signinTransaction(async (tx) => {
        const issuer = await findOwnIssuer(tx, tenantId, body.providerName);
        if (issuer === undefined) throw new AppError('provider.not_found', { name: body.providerName });
        return linkSubject(tx, { issuer, subject: body.subject.trim(), tenantId, userId });
      }, actor);
      if (linked === 'taken') throw new AppError('identity.already_linked');
      return readLinks(db, { tenantId, userId });
    },
    { transaction: 'none' },
  );

  serve(
    app,
    context,
    removeUserLink,
    async ({ session, request, params }) => {
      const { key: userId, name } = await readAdministeredUser(db, session, params.userId);
      const { tenantId } = session;
      const actor = { userId: session.userId, requestId: request.id };
      await db.signinTransaction(async (tx) => {
        const links = await lockLinks(tx, { tenantId, userId });
        const link = links.find(({ provider }) => provider === params.providerName);
        if (!link) throw new AppError('provider.not_found', { name: params.providerName });
        if (links.length === 1) throw new AppError('link.last_way_in', { name });
        await sql`DELETE FROM user_identity WHERE issuer = ${link.issuer} AND tenant_id = ${tenantId}
          AND user_id = ${userId}::uuid`.execute(tx);
      }, actor);
      verifier.forget({ userId });
      return null;
    },
    { transaction: 'none' },
  );
}

/** Finds a provider of this organisation alone: only its word counts for its users. */
async function findOwnIssuer(tx: Tx, tenantId: number, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ issuer: string }>`SELECT issuer FROM tenant_issuers
    WHERE idp_name = ${name} AND tenant_id = ${tenantId}`.execute(tx);
  return rows[0]?.issuer;
}

async function lockLinks(tx: Tx, { tenantId, userId }: UserKey): Promise<{ issuer: string; provider: string }[]> {
  const { rows } = await sql<{ issuer: string; provider: string }>`SELECT i.issuer, p.idp_name AS provider
    FROM user_identity i JOIN tenant_issuers p USING (issuer)
    WHERE i.tenant_id = ${tenantId} AND i.user_id = ${userId}::uuid ORDER BY p.idp_name FOR UPDATE OF i`.execute(tx);
  return rows;
}

async function readLinks(db: DatabaseHandle, { tenantId, userId }: UserKey): Promise<UserLink[]> {
  const { rows } = await db.signinTransaction((tx) =>
    sql<{ issuer: string; provider: string; subject: string; username: string | null; lastUsed: Date | null }>`
      SELECT i.issuer, p.idp_name AS provider, i.subject, u.username, i.last_used_at AS "lastUsed"
      FROM user_identity i JOIN tenant_issuers p USING (issuer)
        LEFT JOIN idn_user u ON u.sub = CASE WHEN i.issuer = ${BUILT_IN_ISSUER} THEN i.subject::uuid END
      WHERE i.tenant_id = ${tenantId} AND i.user_id = ${userId}::uuid ORDER BY p.idp_name`.execute(tx),
  );
  return rows.map(({ provider, subject, username, lastUsed }) => ({
    providerName: provider,
    // The account here is known by its username.
    subject: username ?? (subject.length > SUBJECT_SHOWN ? `${subject.slice(0, SUBJECT_SHOWN)}…` : subject),
    lastUsedAt: lastUsed?.toISOString() ?? null,
  }));
}
