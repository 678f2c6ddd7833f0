import type { FastifyInstance } from 'fastify';
import {
  closeEmbedSession,
  EMBED_TOKEN_SECONDS,
  openEmbedSession,
} from '../../../shared/contracts/embed-clients.contract.ts';
import { assertName } from '../../platform/assert-name.ts';
import { isAccountOpen } from '../../platform/auth/account.ts';
import { builtInIssuerUrl } from '../../platform/auth/built-in-issuer.ts';
import { signEmbedToken } from '../../platform/auth/embed-tokens.ts';
import type { AppContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import { isUuid } from '../../platform/uuid.ts';
import { clientOf } from './client-credentials.ts';
import * as store from './embed.store.ts';

/** Scopes available to readers without an account. */
const READER_SCOPES = ['manuals'];

/** Element tokens, requested by back ends of embedding sites (BEY-20). */
export function sessionRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, config, verifier } = context;

  serve(app, context, openEmbedSession, async ({ body, request, now }) => {
    const client = await clientOf(context, request.headers.authorization);
    const { reader, userId, origin } = body;
    const granted = reader ? client.scopes.filter((scope) => READER_SCOPES.includes(scope)) : client.scopes;
    const denied = body.scopes.find((scope) => !granted.includes(scope));
    if (denied) throw new AppError('scope.not_granted', { scope: denied });
    if ((userId === undefined) === (reader === undefined)) {
      throw new AppError('request.missing_parameter', { parameter: 'userId' });
    }
    if (reader && client.readersGroupId === null) throw new AppError('embed_client.no_readers');
    const name = reader ? assertName(reader.name, '/reader/name') : '';
    const expiresAt = new Date(now.getTime() + (body.ttl ?? EMBED_TOKEN_SECONDS) * 1000);
    const scope = { tenantId: client.tenantId, userId: null, requestId: request.id };
    const known = await db.tenantTransaction(scope, async (tx) => {
      if (!(await store.allowsOrigin(tx, origin))) throw new AppError('origin.not_allowed');
      return reader
        ? store.upsertReader(tx, client, { ...reader, name, languageId: reader.languageId ?? 'en' })
        : store.findAccount(tx, userId as string);
    });
    // Accounts belong to another database role, so they are read between the transactions.
    if (known === undefined || !(await isAccountOpen(db, { ...client, userId: known }))) {
      throw new AppError('user.not_found');
    }
    const { scopes } = body;
    const items = body.items ?? null;
    const session = { clientId: client.id, userId: known, scopes, items, origin, now, expiresAt };
    const id = await db.tenantTransaction(scope, async (tx) => {
      const inserted = await store.insertSession(tx, session);
      await store.auditSession(tx, inserted, session);
      return inserted;
    });
    const person = { userId: known, id };
    const token = await signEmbedToken(verifier.keys, builtInIssuerUrl(config.publicUrl), {
      sessionId: person.id,
      userId: person.userId,
      tenantSlug: client.tenantSlug,
      scopes: body.scopes,
      origin,
      issuedAt: now,
      expiresAt,
    });
    return { id: person.id, token, expiresAt: expiresAt.toISOString(), scopes: body.scopes };
  });

  serve(app, context, closeEmbedSession, async ({ params, request, now }) => {
    const client = await clientOf(context, request.headers.authorization);
    if (!isUuid(params.id)) throw new AppError('embed_session.not_found');
    const scope = { tenantId: client.tenantId, userId: null, requestId: request.id };
    const ended = await db.tenantTransaction(scope, async (tx) => {
      const users = await store.endSessions(tx, { clientId: client.id, id: params.id }, now);
      for (const userId of users) await store.auditEnd(tx, { id: params.id, clientId: client.id, userId });
      return users;
    });
    if (ended.length === 0) throw new AppError('embed_session.not_found');
    for (const userId of ended) verifier.forget({ userId });
    return null;
  });
}
