import type { Tx } from '../../../platform/database.ts';
import { uuid7 } from '../../../platform/uuid.ts';
import { loadDefinition } from '../definitions/definitions.store.ts';
import type { StepScope } from '../definitions/scope.ts';
import type { State, Vars } from '../engine/model.ts';
import { begin, type DeliveryResult, deliver } from './deliver.ts';
import {
  deleteMessage,
  deleteUsedSubscriptions,
  findSubscription,
  lockMessageKey,
  readMessageStarts,
  readStoredMessages,
  readSubscriptions,
  type Subscription,
  type SubscriptionPlace,
  storeMessage,
} from './messages.store.ts';
import { rejection } from './processes.rules.ts';

/** How long a message without a subscriber is stored. */
const MESSAGE_LIFETIME_MS = 3_600_000;

/** Instances that may reject one message before it is no longer offered: a delivery takes milliseconds of the process. */
const REJECTIONS_MAX = 20;

export interface Message {
  /** A message with the same id is delivered to an instance once. */
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
 * Delivers a message to the oldest waiting instance of each process. If none waits, starts the processes that begin with
 * the message. If there are none, stores the message for an hour. Throws the reason of the last rejection when no
 * instance took the message and `REJECTIONS_MAX` of them rejected it.
 */
export async function publish(tx: Tx, scope: StepScope, message: Message): Promise<Published> {
  const id = message.id ?? uuid7();
  await lockMessageKey(tx, message.name, message.key);
  const { correlated, rejected } = await deliverToSubscribers(tx, scope, { ...message, id });
  if (rejected && correlated === 0) throw rejection(rejected);
  if (correlated > 0) return { correlated, started: null, kept: false };
  const started = await startByMessage(tx, scope, { ...message, id });
  if (started !== null) return { correlated: 0, started, kept: false };
  const expiresAt = new Date(scope.now.getTime() + MESSAGE_LIFETIME_MS);
  await storeMessage(tx, { id, name: message.name, key: message.key, vars: message.vars, expiresAt });
  return { correlated: 0, started: null, kept: true };
}

/** Delivers stored messages to a new subscription, oldest first, as long as an instance waits. */
export async function correlateStored(tx: Tx, scope: StepScope, name: string, key: string): Promise<number> {
  await lockMessageKey(tx, name, key);
  let delivered = 0;
  for (const { id, variables } of await readStoredMessages(tx, name, key, scope.now)) {
    const { correlated } = await deliverToSubscribers(tx, scope, { id, name, key, vars: variables as Vars });
    if (correlated === 0) break;
    await deleteMessage(tx, id);
    delivered += correlated;
  }
  return delivered;
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
  if (delivered.outcome === 'done') await deleteUsedSubscriptions(tx, instanceId, subscribedIn(delivered.result.state));
  return delivered;
}

interface Offered {
  /** Number of instances that took the message, one for each process. */
  readonly correlated: number;
  /** The last rejection, when so many instances rejected the message that it is offered to no more. */
  readonly rejected?: Rejected;
}

type Rejected = Extract<DeliveryResult, { outcome: 'rejected' }>;

async function deliverToSubscribers(tx: Tx, scope: StepScope, message: Required<Message>): Promise<Offered> {
  const processes = new Set<string>();
  let rejections = 0;
  let after: SubscriptionPlace | undefined;
  for (;;) {
    const page = { ...(after ? { after } : {}), without: [...processes], limit: REJECTIONS_MAX };
    const subscriptions = await readSubscriptions(tx, message, page);
    for (const waiting of subscriptions) {
      if (processes.has(waiting.processKey)) continue;
      const delivered = await deliverToSubscriber(tx, scope, message, waiting);
      if (delivered.outcome === 'rejected') {
        rejections += 1;
        if (rejections === REJECTIONS_MAX) return { correlated: processes.size, rejected: delivered };
      }
      // Otherwise the instance no longer waits: try the next one.
      if (delivered.outcome === 'done') processes.add(waiting.processKey);
    }
    if (subscriptions.length < REJECTIONS_MAX) return { correlated: processes.size };
    after = subscriptions.at(-1);
  }
}

async function deliverToSubscriber(
  tx: Tx,
  scope: StepScope,
  { id, name, vars }: Required<Message>,
  waiting: Subscription,
): Promise<DeliveryResult> {
  const { instanceId, token, nodeId } = waiting;
  const event = { kind: 'messageReceived', item: Number(token), node: nodeId, vars } as const;
  const delivered = await deliver(tx, scope, instanceId!, event, { eventId: `message:${id}`, data: { name } });
  if (delivered.outcome === 'done')
    await deleteUsedSubscriptions(tx, instanceId!, subscribedIn(delivered.result.state));
  return delivered;
}

/** Delivers a message to one instance; undefined if it waits for none of this name. */
export async function deliverMessageTo(
  tx: Tx,
  scope: StepScope,
  instanceId: string,
  message: Omit<Required<Message>, 'key'>,
): Promise<DeliveryResult | undefined> {
  const waiting = await findSubscription(tx, instanceId, message.name);
  return waiting && deliverToSubscriber(tx, scope, { ...message, key: '' }, waiting);
}

async function startByMessage(tx: Tx, scope: StepScope, message: Required<Message>): Promise<string | null> {
  let started: string | null = null;
  for (const start of await readMessageStarts(tx, message.name)) {
    const delivered = await startAt(tx, scope, start, message.vars, { name: message.name, key: message.key });
    if (delivered?.outcome === 'done') started ??= delivered.instanceId;
  }
  return started;
}

/** Starts the process of a triggered start event. */
export async function startAt(
  tx: Tx,
  scope: StepScope,
  start: Pick<Subscription, 'processKey' | 'processNumber' | 'nodeId'>,
  vars: Vars,
  data: Record<string, unknown>,
): Promise<DeliveryResult | undefined> {
  const { processKey: key, processNumber: number, nodeId: node } = start;
  const definition = number === null ? undefined : await loadDefinition(tx, scope, key, number);
  return definition && number !== null ? begin(tx, scope, { key, number, definition, node, vars, data }) : undefined;
}

/** Returns the open message and signal subscriptions of a state, as `item/node`. */
function subscribedIn(state: State): string[] {
  return state.items.flatMap((item) =>
    Object.entries(item.subs ?? {})
      .filter(([, sub]) => sub.on !== 'timer')
      .map(([node]) => `${item.id}/${node}`),
  );
}
