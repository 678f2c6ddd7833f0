import type { FastifyInstance } from 'fastify';
import {
  activateAdhoc,
  cancelInstance,
  deployProcess,
  finishAdhoc,
  getInstance,
  instanceHistory,
  listInstances,
  listProcesses,
  publishMessage,
  retryIncident,
  setInstanceVariables,
  startProcess,
} from '../../../../shared/contracts/processes.contract.ts';
import type { AppContext } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { serve } from '../../../platform/http/serve.ts';
import { uuid7 } from '../../../platform/uuid.ts';
import { workInThread } from '../../../platform/workers/index.ts';
import { firstTaskOf } from '../../inbox/index.ts';
import { deployCompiled } from '../definitions/deploy.ts';
import type { EventBody, Vars } from '../engine/model.ts';
import type { CompileResult, compile } from '../import/definition.ts';
import { type AdhocPlace, adhocPlaces } from '../running/adhoc.ts';
import { allProcesses, loadDefinition } from '../running/definitions.store.ts';
import { deliver, todayIn } from '../running/deliver.ts';
import { retryIncidents } from '../running/incidents.ts';
import { type LockedInstance, lockInstance } from '../running/instances.store.ts';
import { publish } from '../running/messages.ts';
import { assertDelivered, mayRunAdhoc, mayStart } from '../running/processes.rules.ts';
import { startInstance } from '../running/start.ts';
import { startFormOf } from '../running/start-form.ts';
import { assertUuid, type Caller, scopeOf } from './caller.ts';
import { listInstancePage } from './instance-list.query.ts';
import { isParticipant, readHistory, readIncidents, readInstance, readPlaces, toInstance } from './instances.query.ts';

/** Parsing a model of 2 MB takes up to 20 s, so it runs in a worker thread. */
const compileInThread = workInThread<typeof compile>(new URL('../import/definition.ts', import.meta.url), 'compile');

export function routes(app: FastifyInstance, context: AppContext): void {
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
    return Promise.all(
      all.map(async ({ key, name, active_number, suspended, four_eyes: fourEyes, version }) => {
        const definition =
          active_number === null ? undefined : await loadDefinition(call.tx, scope, key, active_number);
        const allowed = definition !== undefined && !suspended && mayStart(definition, call.session);
        const startForm = (definition && startFormOf(definition, scope)) || null;
        return { key, name, active: active_number, suspended, mayStart: allowed, startForm, fourEyes, version };
      }),
    );
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
      today: todayIn(call.session.timeZone, call.now),
      now: call.now,
    };
    return { instanceId: started.instanceId, firstTask: await firstTaskOf(call.tx, viewer, started.instanceId) };
  });

  serve(app, context, listInstances, async (call) => listInstancePage(call.tx, call.list));

  serve(app, context, getInstance, async (call) => {
    const { tx, params } = call;
    const row = await readInstance(tx, assertUuid(params.id, 'instance.not_found'));
    if (!row) throw new AppError('instance.not_found');
    const definition = await loadDefinition(tx, scopeOf(call), row.process_key, row.number);
    return {
      ...toInstance(row),
      variables: row.state.items.find((item) => item.in === null)?.vars ?? row.state.end ?? {},
      places: await readPlaces(tx, row, definition),
      incidents: await readIncidents(tx, row.id),
    };
  });

  serve(app, context, instanceHistory, async (call) => {
    const row = await readInstance(call.tx, assertUuid(call.params.id, 'instance.not_found'));
    if (!row) throw new AppError('instance.not_found');
    return readHistory(
      call.tx,
      scopeOf(call),
      row.id,
      await loadDefinition(call.tx, scopeOf(call), row.process_key, row.number),
    );
  });

  serve(app, context, activateAdhoc, async (call) => {
    const { instance, place } = await lockAdhoc(call, call.params.id, call.params.nodeId);
    const { activity } = call.body;
    if (!place.activities.some(({ nodeId }) => nodeId === activity))
      throw new AppError('adhoc.node_unknown', { node: activity });
    const event: EventBody = { kind: 'activate', item: place.item, node: activity };
    const delivered = await deliver(call.tx, scopeOf(call), instance, event, { eventId: `activate:${uuid7()}` });
    // A sequential ad-hoc sub-process ignores the event while an activity is open.
    if (delivered.outcome === 'ignored') throw new AppError('adhoc.busy');
    assertDelivered(delivered);
    return { taskId: delivered.outcome === 'done' ? (delivered.tasks[0]?.id ?? null) : null };
  });

  serve(app, context, finishAdhoc, async (call) => {
    const { instance, place } = await lockAdhoc(call, call.params.id, call.params.nodeId);
    const event: EventBody = { kind: 'finish', item: place.item };
    const delivered = await deliver(call.tx, scopeOf(call), instance, event, { eventId: `finish:${uuid7()}` });
    assertDelivered(delivered);
    return { status: delivered.outcome === 'done' && delivered.ended ? 'completed' : 'active' };
  });

  serve(app, context, cancelInstance, async (call) => {
    const instance = await lockRunning(call, call.params.id);
    const event: EventBody = { kind: 'cancel', reason: call.body.reason };
    assertDelivered(await deliver(call.tx, scopeOf(call), instance, event, { eventId: 'cancel' }));
    return { status: 'cancelled' };
  });

  serve(app, context, retryIncident, async (call) => {
    const instance = await lockRunning(call, call.params.id);
    const { item } = call.body;
    return {
      retried: await retryIncidents(call.tx, scopeOf(call), instance, item === undefined ? undefined : Number(item)),
    };
  });

  serve(app, context, setInstanceVariables, async (call) => {
    const instance = await lockRunning(call, call.params.id);
    const item = Number(call.body.item ?? 0);
    if (!instance.state.items.some(({ id }) => id === item)) {
      throw new AppError('request.invalid', {}, { errors: [{ pointer: '/item', code: 'request.invalid' }] });
    }
    const event: EventBody = { kind: 'setVars', item, vars: call.body.variables as Vars };
    const delivered = await deliver(call.tx, scopeOf(call), instance, event, { eventId: `variables:${uuid7()}` });
    assertDelivered(delivered);
    const state = delivered.outcome === 'done' ? delivered.result.state : instance.state;
    return state.items.find(({ id }) => id === item)?.vars ?? {};
  });

  serve(app, context, publishMessage, async (call) => {
    const { name, correlationKey, variables } = call.body;
    return publish(call.tx, scopeOf(call), { name, key: correlationKey ?? '', vars: (variables ?? {}) as Vars });
  });
}

async function lockRunning(call: Caller, id: string): Promise<LockedInstance> {
  const instance = await lockInstance(call.tx, assertUuid(id, 'instance.not_found'));
  if (!instance) throw new AppError('instance.not_found');
  if (instance.status !== 'active' && instance.status !== 'incident') throw new AppError('instance.ended');
  return instance;
}

/** Locks the instance and returns its ad-hoc sub-process if the caller may start activities in it. Callers who do not take part in the case get 404. */
async function lockAdhoc(
  call: Caller,
  id: string,
  nodeId: string,
): Promise<{ instance: LockedInstance; place: AdhocPlace }> {
  const { tx, session } = call;
  const instance = await lockInstance(tx, assertUuid(id, 'instance.not_found'));
  if (!instance) throw new AppError('instance.not_found');
  const scope = scopeOf(call);
  const definition = (await loadDefinition(tx, scope, instance.processKey, instance.number))!;
  const node = definition.nodes[nodeId];
  const place = adhocPlaces(definition, instance.state, scope).find((one) => one.nodeId === nodeId);
  const { groups, isAdmin } = session;
  // Participation is expensive to read, and members of the group do not need it.
  const inGroup = place !== undefined && mayRunAdhoc(place, { groups, isAdmin, takesPart: false });
  const takesPart = !inGroup && (await isParticipant(tx, id, session.userId));
  const mayRun = inGroup || (place !== undefined && mayRunAdhoc(place, { groups, isAdmin, takesPart }));
  if (!mayRun && !takesPart && !isAdmin) throw new AppError('instance.not_found');
  if (instance.status !== 'active' && instance.status !== 'incident') throw new AppError('instance.ended');
  if (!place) throw new AppError('adhoc.node_unknown', { node: node?.name ?? nodeId });
  if (!mayRun) throw new AppError('access.denied');
  return { instance, place };
}
