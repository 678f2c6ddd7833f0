import type { FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import { type DoctorAnswer, getDoctor } from '../../../shared/contracts/doctor.contract.ts';
import { neededDirectives } from '../../../shared/contracts/embed-policy.ts';
import type { ServerModule } from '../../platform/context.ts';
import { bearerOf, callerOf, serve } from '../../platform/http/serve.ts';
import { VERSION } from '../../platform/version.ts';
import { tokenVerdictOf } from './doctor.rules.ts';

/** Diagnoses why elements on an embedding page show nothing. */
export const doctor: ServerModule = async (app, context) => {
  const ownOrigin = new URL(context.config.publicUrl).origin;
  await app.register(async (scope) => {
    // Pages without permission must be able to read that they have none; rate-limit responses as well.
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('access-control-allow-origin', '*');
    });
    serve(scope, context, getDoctor, async ({ request, now }) => ({
      serverTime: now.toISOString(),
      ...(await admission(request, now)),
      versions: { server: VERSION },
      csp: neededDirectives(ownOrigin),
    }));
  });

  type Admission = Pick<DoctorAnswer, 'origin' | 'originAllowed' | 'token' | 'scopes' | 'expiresIn'>;

  async function admission(request: FastifyRequest, now: Date): Promise<Admission> {
    const asking = request.headers.origin ?? null;
    const origin = asking === ownOrigin ? null : asking;
    // The same, equally cached, decision as for every other response of the API.
    const originAllowed = origin === null ? null : request.embeddingTenants !== undefined;
    const without = { origin, originAllowed, scopes: null, expiresIn: null };
    if (request.headers.authorization === undefined) return { ...without, token: 'none' };
    try {
      const token = bearerOf(request.headers.authorization);
      const session = await callerOf(request, context);
      const isElsewhere = origin !== null && !request.embeddingTenants?.has(session.tenantId);
      // A page that this organisation has not allowed learns nothing about its users' tokens.
      if (isElsewhere) return { ...without, originAllowed: false, token: 'origin' };
      if (session.origin !== undefined && session.origin !== (asking ?? ownOrigin))
        return { ...without, token: 'origin' };
      const expiresIn = Math.max(0, Math.floor(Number(decodeJwt(token).exp) - now.getTime() / 1000));
      return { origin, originAllowed, token: 'accepted', scopes: session.scopes && [...session.scopes], expiresIn };
    } catch (error) {
      return { ...without, token: tokenVerdictOf(error) };
    }
  }
};
