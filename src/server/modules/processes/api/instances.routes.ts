import type { FastifyInstance } from 'fastify';
import {
  cancelInstance,
  getInstance,
  instanceHistory,
  listInstances,
  retryIncident,
  setInstanceVariables,
} from '../../../../shared/contracts/processes.contract.ts';
import type { Caller } from '../../../platform/caller.ts';
import type { AppContext } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { languageOf } from '../../../platform/http/problems.ts';
import { serve } from '../../../platform/http/serve.ts';
import { assertUuid, uuid7 } from '../../../platform/uuid.ts';
import { loadDefinition } from '../definitions/definitions.store.ts';
import type { EventBody, Vars } from '../engine/model.ts';
import { deliver } from '../running/deliver.ts';
import { retryIncidents } from '../running/incidents.ts';
import { type LockedInstance, lockInstance } from '../running/instances.store.ts';
import { assertDelivered } from '../running/processes.rules.ts';
import { scopeOf } from './caller.ts';
import { listInstancePage } from './instance-list.query.ts';
import { readHistory, readIncidents, readInstance, readPlaces, toInstance } from './instances.query.ts';

export function instanceRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, listInstances, async (call) =>
    listInstancePage(call.tx, scopeOf(call), call.list, languageOf(call.request)),
  );

  serve(app, context, getInstance, async (call) => {
    const { tx, params } = call;
    const language = languageOf(call.request);
    const row = await readInstance(tx, assertUuid(params.id, 'instance.not_found'));
    if (!row) throw new AppError('instance.not_found');
    const definition = await loadDefinition(tx, scopeOf(call), row.process_key, row.number);
    return {
      ...toInstance(row, definition?.names, language),
      variables: row.state.items.find((item) => item.in === null)?.vars ?? row.state.end ?? {},
      places: await readPlaces(tx, row, definition, language),
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
      languageOf(call.request),
    );
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
}

async function lockRunning(call: Caller, id: string): Promise<LockedInstance> {
  const instance = await lockInstance(call.tx, assertUuid(id, 'instance.not_found'));
  if (!instance) throw new AppError('instance.not_found');
  if (instance.status !== 'active' && instance.status !== 'incident') throw new AppError('instance.ended');
  return instance;
}
