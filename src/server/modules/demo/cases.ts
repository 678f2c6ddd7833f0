import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { AppContext } from '../../platform/context.ts';
import { sendProblem } from '../../platform/http/problems.ts';
import type { CallerSession } from '../../platform/session.ts';
import { uuid7 } from '../../platform/uuid.ts';
import { cases } from '../cases/index.ts';
import { catalogue } from '../catalogue/index.ts';
import { config } from '../config/index.ts';
import { hr } from '../hr/index.ts';
import { manuals } from '../manuals/index.ts';
import { processes, startInstance, type Vars } from '../processes/index.ts';
import { registries } from '../registries/index.ts';
import { requests } from '../requests/index.ts';
import { tasks } from '../tasks/index.ts';
import type { DemoCase, DemoOrganisation, DemoStep } from './data.ts';
import type { MadeOrganisation } from './organisation.ts';

/** Caller with the rights of the provider. */
const PROVIDER = 'provider';

type Method = 'GET' | 'POST' | 'PUT';

/** Replays the actions of the demo's users through the real endpoints, at the times of the story. */
export interface CaseRunner {
  play(one: DemoCase): Promise<void>;
  /** Sets the story's clock. */
  setClock(instant: string): void;
  /** Plans a file of the configuration, with its version of what differs. */
  planFile(file: Buffer): Promise<{ readonly id: string; readonly faults: readonly unknown[] }>;
  applyPlan(id: string): Promise<void>;
  /** Sends one request of a user and returns the response. Throws if it is refused. */
  ask(
    username: string,
    method: Method,
    url: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Record<string, string>>;
  close(): Promise<void>;
}

/**
 * Builds a server inside this process that is not reachable from outside. Its clock is the story's, and its callers are the
 * users that the story names; everything else is the product.
 */
export async function createCaseRunner(
  context: AppContext,
  demo: DemoOrganisation,
  made: MadeOrganisation,
): Promise<CaseRunner> {
  let now = context.clock();
  const sessions = new Map(demo.people.map((person) => [person.username, sessionOf(person, demo, made)]));
  const administrator = [...sessions.values()].find(({ isAdmin }) => isAdmin)!;
  // The provider's administrator belongs to the organisation only after it is complete.
  sessions.set(PROVIDER, { ...administrator, isProvider: true });
  const inside: AppContext = {
    ...context,
    clock: () => now,
    limit: () => undefined,
    verifier: {
      ...context.verifier,
      verify: async (token) => sessions.get(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())!,
    },
  };
  const app = Fastify();
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  await app.register(multipart);
  for (const module of [tasks, processes, requests, manuals, registries([]), cases, catalogue, config, hr]) {
    await module(app, inside);
  }

  return {
    async play(one) {
      now = new Date(one.startedAt);
      const { instanceId } = await begin(context, demo, made, one, now);
      for (const step of one.steps) {
        if (step.at) now = new Date(step.at);
        await take(app, context, made.tenantId, instanceId, step).catch((error: Error) => {
          throw new Error(`${demo.slug} ${one.businessKey} ${JSON.stringify(step).slice(0, 200)}: ${error.message}`);
        });
      }
    },
    setClock(instant) {
      now = new Date(instant);
    },
    async planFile(file) {
      const { body } = await send(app, PROVIDER, 'POST', '/api/config/plan?overwrite=true', file);
      return body as { id: string; faults: unknown[] };
    },
    async applyPlan(id) {
      await send(app, PROVIDER, 'POST', `/api/config/${id}/apply`, {});
    },
    async ask(username, method, url, body, headers) {
      return (await send(app, username, method, url, body, headers)).body as Record<string, string>;
    },
    close: () => app.close(),
  };
}

function sessionOf(
  person: DemoOrganisation['people'][number],
  { slug, timeZone }: DemoOrganisation,
  { tenantId, userIds }: MadeOrganisation,
): CallerSession {
  const { username, name, languageId, groups } = person;
  const isProvider = groups.includes('verva.admin');
  return {
    tenantId,
    tenantSlug: slug,
    timeZone,
    languageId,
    userId: userIds.get(username)!,
    username,
    name,
    groups,
    isAdmin: isProvider || groups.includes('admin'),
    isProvider,
    scopes: null,
  };
}

/** Starts a process on the server in the name of the requesting user: the demo's processes have no start form. */
function begin(
  { db }: AppContext,
  { timeZone }: DemoOrganisation,
  { tenantId, userIds }: MadeOrganisation,
  { process, businessKey, startedBy, variables }: DemoCase,
  now: Date,
): Promise<{ readonly instanceId: string }> {
  const userId = userIds.get(startedBy)!;
  const start = { key: process, businessKey, variables: variables as Vars };
  return db.tenantTransaction({ tenantId, userId }, (tx) =>
    startInstance(tx, { db, tenantId, timeZone, userId, now }, start),
  );
}

async function take(
  app: FastifyInstance,
  { db }: AppContext,
  tenantId: number,
  instanceId: string,
  step: DemoStep,
): Promise<void> {
  if ('activate' in step) {
    const url = `/api/instances/${instanceId}/adhoc/${step.in}/activate`;
    await send(app, step.by, 'POST', url, { activity: step.activate });
    return;
  }
  if ('message' in step) {
    await send(app, step.by, 'POST', `/api/requests/${instanceId}/comments`, { text: step.message });
    return;
  }
  if ('withdraw' in step) {
    await send(app, step.by, 'POST', `/api/requests/${instanceId}/withdraw`, { reason: step.withdraw });
    return;
  }
  const { rows } = await db.tenantTransaction({ tenantId, userId: null }, (tx) =>
    sql<{ id: string }>`SELECT id FROM task WHERE instance_id = ${instanceId}::uuid AND node_id = ${step.task}
      AND status = 'open' ORDER BY id LIMIT 1`.execute(tx),
  );
  const id = rows[0]?.id;
  if (!id) throw new Error('The open task was not found.');
  if ('say' in step) {
    await send(app, step.by, 'POST', `/api/tasks/${id}/comments`, { text: step.say });
    return;
  }
  if ('reply' in step) {
    await send(app, step.by, 'POST', `/api/tasks/${id}/replies`, { text: step.reply });
    return;
  }
  // Variables that are not sent keep the value of the process.
  await send(app, step.by, 'POST', `/api/tasks/${id}`, {
    action: 'complete',
    outcome: step.outcome,
    ...(step.comment ? { comment: step.comment } : {}),
    ...(step.variables ? { variables: step.variables } : {}),
  });
}

async function send(
  app: FastifyInstance,
  username: string,
  method: Method,
  url: string,
  payload?: object,
  more: Record<string, string> = {},
): Promise<{ body: unknown }> {
  const token = `demo.${Buffer.from(username).toString('base64url')}.story`;
  const response = await app.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': uuid7(),
      ...(Buffer.isBuffer(payload) ? { 'content-type': 'application/zip' } : {}),
      ...more,
    },
    ...(payload ? { payload } : {}),
  });
  if (response.statusCode >= 300)
    throw new Error(`${method} ${url}: ${response.statusCode} ${response.body.slice(0, 600)}`);
  return { body: response.body === '' ? null : response.json() };
}
