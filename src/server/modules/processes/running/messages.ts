import type { Tx } from '../../../platform/database.ts';
import { uuid7 } from '../../../platform/uuid.ts';
import type { State, Vars } from '../engine/model.ts';
import { loadDefinition } from './definitions.store.ts';
import { begin, type DeliveryResult, deliver } from './deliver.ts';
import {
  dropMessage,
  dropSubscriptions,
  keepMessage,
  keptMessages,
  listenersOf,
  lockKey,
  messageStarts,
  type Waiting,
  waitingFor,
} from './messages.store.ts';
import type { StepScope } from './scope.ts';

/** How long a message waits for somebody who wants it. */
const MESSAGE_KEPT_MS = 3_600_000;

export interface Message {
  /** A message of the same id is delivered to an instance once. */
  readonly id?: string;
  readonly name: string;
  readonly key: string;
  readonly vars: Vars;
}

export interface Published {
  readonly correlated: number;
  readonly started: string | null;
  readonly kept: boolean;
}

/**
 * Delivers a message to whoever waits for it, the oldest of each process; else starts the process that begins with it;
 * else keeps it for an hour for a subscription to come.
 */
export async function publish(tx: Tx, scope: StepScope, message: Message): Promise<Published> {
  const id = message.id ?? uuid7();
  await lockKey(tx, message.name, message.key);
  const correlated = await deliverToWaiting(tx, scope, { ...message, id });
  if (correlated > 0) return { correlated, started: null, kept: false };
  const started = await startByMessage(tx, scope, { ...message, id });
  if (started !== null) return { correlated: 0, started, kept: false };
  const expiresAt = new Date(scope.now.getTime() + MESSAGE_KEPT_MS);
  await keepMessage(tx, { id, name: message.name, key: message.key, vars: message.vars, expiresAt });
  return { correlated: 0, started: null, kept: true };
}

/** After a new subscription: what was kept for it is delivered now, the oldest first, while somebody waits. */
export async function correlateKept(tx: Tx, scope: StepScope, name: string, key: string): Promise<number> {
  await lockKey(tx, name, key);
  let delivered = 0;
  for (const { id, variables } of await keptMessages(tx, name, key, scope.now)) {
    const correlated = await deliverToWaiting(tx, scope, { id, name, key, vars: variables as Vars });
    if (correlated === 0) break;
    await dropMessage(tx, id);
    delivered += correlated;
  }
  return delivered;
}

/** The instances that listen to a signal, and the processes that start by it. Instances are told one by one, each in its own transaction. */
export async function signalListeners(tx: Tx, name: string): Promise<{ instances: string[]; starts: Waiting[] }> {
  return listenersOf(tx, name);
}

export async function deliverSignal(
  tx: Tx,
  scope: StepScope,
  instanceId: string,
  signal: { id: string; name: string; vars: Vars },
): Promise<DeliveryResult> {
  const { name, vars } = signal;
  const delivered = await deliver(
    tx,
    scope,
    instanceId,
    { kind: 'signal', name, vars },
    { eventId: `signal:${signal.id}` },
  );
  if (delivered.outcome === 'done') await dropSubscriptions(tx, instanceId, armedIn(delivered.result.state));
  return delivered;
}

async function deliverToWaiting(tx: Tx, scope: StepScope, message: Required<Message>): Promise<number> {
  const served = new Set<string>();
  for (const waiting of await waitingFor(tx, message.name, message.key)) {
    if (served.has(waiting.processKey)) continue;
    const event = {
      kind: 'messageReceived',
      item: Number(waiting.token),
      node: waiting.nodeId,
      vars: message.vars,
    } as const;
    const delivered = await deliver(tx, scope, waiting.instanceId!, event, {
      eventId: `message:${message.id}`,
      data: { name: message.name },
    });
    // Somebody whose wait has just ended does not count: the next one is asked.
    if (delivered.outcome !== 'done') continue;
    await dropSubscriptions(tx, waiting.instanceId!, armedIn(delivered.result.state));
    served.add(waiting.processKey);
  }
  return served.size;
}

async function startByMessage(tx: Tx, scope: StepScope, message: Required<Message>): Promise<string | null> {
  let started: string | null = null;
  for (const start of await messageStarts(tx, message.name)) {
    const delivered = await startAt(tx, scope, start, message.vars, { name: message.name, key: message.key });
    if (delivered?.outcome === 'done') started ??= delivered.instanceId;
  }
  return started;
}

/** Begins the process of a start event that was triggered. */
export async function startAt(
  tx: Tx,
  scope: StepScope,
  start: Pick<Waiting, 'processKey' | 'processNumber' | 'nodeId'>,
  vars: Vars,
  data: Record<string, unknown>,
): Promise<DeliveryResult | undefined> {
  const { processKey: key, processNumber: number, nodeId: node } = start;
  const definition = number === null ? undefined : await loadDefinition(tx, scope, key, number);
  return definition && number !== null ? begin(tx, scope, { key, number, definition, node, vars, data }) : undefined;
}

/** The places of a state that still wait for a message or a signal, as `item/node`. */
function armedIn(state: State): string[] {
  return state.items.flatMap((item) =>
    Object.entries(item.subs ?? {})
      .filter(([, sub]) => sub.on !== 'timer')
      .map(([node]) => `${item.id}/${node}`),
  );
}
