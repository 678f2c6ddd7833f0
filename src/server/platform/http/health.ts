import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import { tenancyViolations } from '../database.ts';
import { AppError } from '../errors.ts';
import { isForwarded } from './forwarded.ts';

/** Endpoints for load balancers and monitoring: liveness, readiness and metrics. */
export function health(app: FastifyInstance, context: AppContext): void {
  const hidden = { schema: { hide: true } };

  app.get('/healthz', hidden, async () => ({ status: 'ok' }));

  app.get('/readyz', hidden, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      await context.db.systemTransaction((tx) => sql`SELECT 1`.execute(tx));
      const violations = await tenancyViolations(context.db);
      return violations.length > 0 ? reply.status(503).send({ status: 'policies' }) : { status: 'ready' };
    } catch {
      // The reason is logged where the database is used; this endpoint only reports that the server is not ready.
      return reply.status(503).send({ status: 'database' });
    }
  });

  app.get('/metrics', hidden, async (request, reply) => {
    if (!mayRead(request, context.config.metricsToken)) throw new AppError('request.not_found');
    return reply.type(context.metrics.registry.contentType).send(await context.metrics.registry.metrics());
  });
}

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  const { headers } = request;
  if (token === undefined) return !isForwarded(headers) && ipaddr.process(request.ip).range() === 'loopback';
  const given = Buffer.from(headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
