import type { FastifyInstance } from 'fastify';
import {
  deployProcess,
  listProcesses,
  publishMessage,
  startProcess,
} from '../../../../shared/contracts/processes.contract.ts';
import { dayOf } from '../../../../shared/locale/days.ts';
import type { AppContext } from '../../../platform/context.ts';
import { languageOf } from '../../../platform/http/problems.ts';
import { serve } from '../../../platform/http/serve.ts';
import { firstTaskOf } from '../../inbox/index.ts';
import { compileInThread } from '../definitions/compile-in-thread.ts';
import { allProcesses, loadDefinition } from '../definitions/definitions.store.ts';
import { deployCompiled } from '../definitions/deploy.ts';
import { nameIn, processTitles } from '../definitions/labels.query.ts';
import type { Vars } from '../engine/model.ts';
import type { CompileResult } from '../import/definition.ts';
import { publish } from '../running/messages.ts';
import { assertVariablesFit, mayStart } from '../running/processes.rules.ts';
import { startInstance } from '../running/start.ts';
import { startFormOf } from '../running/start-form.ts';
import { scopeOf } from './caller.ts';

export function processRoutes(app: FastifyInstance, context: AppContext): void {
  serve<typeof deployProcess, { compiled: CompileResult }>(
    app,
    context,
    deployProcess,
    async (call) => {
      const { xml, note, checkOnly } = call.body;
      return deployCompiled(call.tx, scopeOf(call), xml, call.received.compiled, {
        key: call.params.key,
        ...(note === undefined ? {} : { note }),
        ...(checkOnly === undefined ? {} : { checkOnly }),
      });
    },
    {
      receive: async ({ body, session }) => ({
        compiled: await compileInThread(session.tenantId, body.xml),
        release: async () => undefined,
      }),
    },
  );

  serve(app, context, listProcesses, async (call) => {
    const scope = scopeOf(call);
    const all = await allProcesses(call.tx);
    const language = languageOf(call.request);
    const titles = await processTitles(call.tx, scope, language);
    const found = await Promise.all(
      all.map(async ({ key, name, active_number, suspended, four_eyes: fourEyes, version }) => {
        const definition =
          active_number === null ? undefined : await loadDefinition(call.tx, scope, key, active_number);
        const allowed = definition !== undefined && !suspended && mayStart(definition, call.session);
        const startForm = (definition && startFormOf(definition, scope)) || null;
        const shown = nameIn({ name, names: definition?.names }, language);
        const title = titles.get(key) ?? shown;
        return {
          key,
          name: shown,
          title,
          active: active_number,
          suspended,
          mayStart: allowed,
          startForm,
          fourEyes,
          version,
        };
      }),
    );
    const { compare } = new Intl.Collator(language);
    return found.sort((a, b) => compare(a.name, b.name) || compare(a.key, b.key));
  });

  serve(app, context, startProcess, async (call) => {
    const { variables, businessKey } = call.body;
    const started = await startInstance(call.tx, scopeOf(call), {
      key: call.params.key,
      by: call.session,
      businessKey: businessKey ?? null,
      variables: (variables ?? {}) as Vars,
    });
    const viewer = {
      userId: call.session.userId,
      timeZone: call.session.timeZone,
      today: dayOf(call.now, call.session.timeZone),
      now: call.now,
    };
    return { instanceId: started.instanceId, firstTask: await firstTaskOf(call.tx, viewer, started.instanceId) };
  });

  serve(app, context, publishMessage, async (call) => {
    const { name, correlationKey, variables } = call.body;
    const vars = (variables ?? {}) as Vars;
    assertVariablesFit(vars);
    return publish(call.tx, scopeOf(call), { name, key: correlationKey ?? '', vars });
  });
}
