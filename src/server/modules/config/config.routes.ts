import type { FastifyInstance } from 'fastify';
import {
  applyConfig,
  exportConfig,
  getConfigChange,
  getConfigStep,
  listConfigChanges,
  planConfig,
  rollBackConfig,
} from '../../../shared/contracts/config.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import type { CallerSession } from '../../platform/session.ts';
import { isUuid } from '../../platform/uuid.ts';
import type { CompileResult } from '../processes/index.ts';
import { applyPlan } from './apply.ts';
import { archiveOf } from './archive.rules.ts';
import { type ReadArchive, readArchive } from './archive-reader.ts';
import { digestOf } from './canonical.rules.ts';
import { textsOf, toChange, toPlan } from './change-reply.ts';
import { type ChangeRow, listChanges, readBase, readChange } from './changes.store.ts';
import { auditChange, readLine } from './config.store.ts';
import { readConfiguration } from './configuration.query.ts';
import { CONFIG_KINDS } from './kinds/index.ts';
import { objectsOf, storePlan } from './plan.ts';
import { compileModels, type Target } from './run-steps.ts';

type Compiled = ReadonlyMap<string, CompileResult>;
const release = async () => undefined;

export async function configRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  serve<typeof exportConfig>(app, context, exportConfig, async ({ tx, session, reply }) => {
    const line = await readLine(tx);
    const archive = archiveOf(line, await readConfiguration(tx));
    await auditChange(tx, { verb: 'export', line, userId: session.userId, sha256: digestOf(archive) });
    reply.type('application/zip').header('content-disposition', 'attachment; filename="verva-config.zip"');
    return archive as never;
  });

  serve(app, context, listConfigChanges, async ({ tx }) => (await listChanges(tx)).map(toChange));

  serve(app, context, getConfigChange, async ({ tx, params, request }) => toPlan(await found(tx, params.id), request));

  serve(app, context, getConfigStep, async ({ tx, params, query }) => {
    const { steps } = await found(tx, params.id);
    const step = steps.find(({ kind, key }) => kind === query.kind && key === query.key);
    if (!step) throw new AppError('config.not_found');
    return textsOf(step);
  });

  serve<typeof applyConfig, { compiled: Compiled }>(
    app,
    context,
    applyConfig,
    async (call) => {
      await applyPlan(call, assertId(call.params.id), call.body.choices ?? [], call.received.compiled);
      return toPlan(await found(call.tx, call.params.id), call.request);
    },
    {
      receive: async ({ params, session }) => modelsOf(context, session, params.id, ({ steps }) => steps.flatMap(both)),
    },
  );

  serve<typeof rollBackConfig, { compiled: Compiled }>(
    app,
    context,
    rollBackConfig,
    async (call) => {
      const change = await found(call.tx, call.params.id);
      const { state, before, after, line, fileSha256 } = change;
      if (state !== 'applied' || !before || !after) throw new AppError('config.not_applied');
      const id = await storePlan(
        call,
        {
          ...{ line, fileSha256, file: before, base: after, rollbackOf: change.id },
          kinds: new Set(after.map(({ kind }) => kind)),
          options: { prune: true, overwrite: false },
        },
        call.received.compiled,
      );
      return toPlan(await found(call.tx, id), call.request);
    },
    { receive: async ({ params, session }) => modelsOf(context, session, params.id, ({ before }) => before ?? []) },
  );

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/zip', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

    serve<typeof planConfig, { archive: ReadArchive; sha256: string; compiled: Compiled }>(
      scope,
      context,
      planConfig,
      async (call) => {
        const { tx, query, request } = call;
        const { archive, sha256: fileSha256, compiled } = call.received;
        const only = new Set(query.only?.split(',').map((id) => id.trim()));
        const kinds = archive.objects.map(({ kind }) => kind.id).filter((id) => only.size === 0 || only.has(id));
        const id = await storePlan(
          call,
          {
            ...{ line: archive.line, fileSha256, rollbackOf: null, base: await readBase(tx, archive.line) },
            file: objectsOf(archive.objects).filter(({ kind }) => kinds.includes(kind)),
            kinds: new Set(kinds),
            options: { prune: query.prune ?? false, overwrite: query.overwrite ?? false },
          },
          compiled,
        );
        return toPlan(await found(tx, id), request);
      },
      {
        receive: async ({ request, session, query }) => {
          assertKinds(query.only);
          const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
          const archive = await readArchive(bytes);
          const present = await context.db.tenantTransaction(
            scopeOf(session),
            async (tx) => new Set(objectsOf(await readConfiguration(tx)).map(({ content }) => content?.bpmn)),
          );
          const wanted = objectsOf(archive.objects).filter(({ content }) => !present.has(content?.bpmn));
          return {
            archive,
            sha256: digestOf(bytes),
            compiled: await compileModels(context, session.tenantId, wanted),
            release,
          };
        },
      },
    );
  });
}

const scopeOf = ({ tenantId, userId }: CallerSession) => ({ tenantId, userId });

/** Both versions of a step: a choice can take the file's instead of the result. */
const both = ({ file, result }: ChangeRow['steps'][number]) => [{ content: file }, { content: result }];

/** Compiles the models of a stored change before the transaction of the request is opened. */
async function modelsOf(
  context: AppContext,
  session: CallerSession,
  id: string,
  objects: (change: ChangeRow) => readonly Pick<Target, 'content'>[],
): Promise<{ compiled: Compiled; release: () => Promise<undefined> }> {
  const change = await context.db.tenantTransaction(scopeOf(session), (tx) => found(tx, id));
  return { compiled: await compileModels(context, session.tenantId, objects(change)), release };
}

function assertKinds(only: string | undefined): void {
  const unknown = only?.split(',').find((id) => !CONFIG_KINDS.some((kind) => kind.id === id.trim()));
  if (unknown === undefined) return;
  const params = { value: unknown.slice(0, 100) };
  throw new AppError('request.invalid', {}, { errors: [{ pointer: '?only', code: 'field.choice_unknown', params }] });
}

function assertId(id: string): string {
  if (!isUuid(id)) throw new AppError('config.not_found');
  return id;
}

async function found(tx: Tx, id: string): Promise<ChangeRow> {
  const change = await readChange(tx, assertId(id));
  if (!change) throw new AppError('config.not_found');
  return change;
}
