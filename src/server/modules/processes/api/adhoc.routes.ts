import type { FastifyInstance } from 'fastify';
import { activateAdhoc, finishAdhoc } from '../../../../shared/contracts/processes.contract.ts';
import type { Caller } from '../../../platform/caller.ts';
import type { AppContext } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { serve } from '../../../platform/http/serve.ts';
import { assertUuid, uuid7 } from '../../../platform/uuid.ts';
import { loadDefinition } from '../definitions/definitions.store.ts';
import type { EventBody } from '../engine/model.ts';
import { type AdhocPlace, adhocPlaces } from '../running/adhoc.ts';
import { deliver } from '../running/deliver.ts';
import { type LockedInstance, lockInstance } from '../running/instances.store.ts';
import { assertDelivered, mayRunAdhoc } from '../running/processes.rules.ts';
import { scopeOf } from './caller.ts';
import { isParticipant } from './instances.query.ts';

export function adhocRoutes(app: FastifyInstance, context: AppContext): void {
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
