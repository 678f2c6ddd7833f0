import type { Tx } from '../../../platform/database.ts';
import { enqueue } from '../../../platform/outbox.ts';
import type { WebhookReply, WebhookSender } from '../../../platform/webhook.ts';
import type { Json, State, Vars } from '../engine/model.ts';
import type { ProcessJob } from './changes.ts';

export interface ActionRunner {
  /** Sends to allowed hosts only, never to private addresses. Without it, `http` fails. */
  readonly webhooks?: WebhookSender;
  /** Actions of other modules by name. They run in the transaction that delivers the result. */
  readonly own?: Readonly<Record<string, (tx: Tx, input: Vars, now: Date) => Promise<void>>>;
}

/** Returns the result variables of an action. Called in the transaction that delivers them. */
export type ActionResult = (tx: Tx, state: State, now: Date) => Promise<Vars>;

/**
 * Runs an action. Requests to other servers are sent here, the rest runs when the result is called. Throws when the
 * action fails, and the job is retried.
 */
export async function runAction(
  runner: ActionRunner,
  job: Extract<ProcessJob, { kind: 'action' }>,
): Promise<ActionResult> {
  const input = job.input as Vars;
  switch (job.action) {
    case 'mail':
      return async (tx) => {
        const { to, cc, subject, body } = input;
        const mail = { to: to as string | string[], subject: String(subject), text: String(body) };
        await enqueue(
          tx,
          'mail',
          { ...mail, ...(cc ? { cc: cc as string | string[] } : {}) },
          { dedupeKey: keyOf(job) },
        );
        return {};
      };
    case 'http': {
      const reply = await request(runner, input, keyOf(job));
      return async () => ({ status: reply.status, body: (reply.body ?? null) as Json });
    }
    case 'record.update':
      return async (_tx, state) => ({ record: updateRecord(state, input) });
    default: {
      const own = runner.own?.[job.action];
      if (!own) throw new Error(`There is no action ${job.action}.`);
      return async (tx, _state, now) => {
        await own(tx, input, now);
        return {};
      };
    }
  }
}

async function request({ webhooks }: ActionRunner, input: Vars, idempotencyKey: string): Promise<WebhookReply> {
  if (!webhooks) throw new Error('Requests to other servers are not configured.');
  const given = Object.entries((input.headers ?? {}) as Vars);
  const reply = await webhooks.send({
    url: String(input.url),
    method: String(input.method ?? 'POST'),
    headers: Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
    ...(input.body == null ? {} : { body: input.body }),
    idempotencyKey,
  });
  if (reply.status >= 400) throw new Error(`The other server responded with status ${reply.status}.`);
  return reply;
}

/**
 * Returns the business record of a case, which is the process variable `record`: registry, id and fields. An update of
 * the same record keeps the fields that it does not name.
 */
function updateRecord(state: State, input: Vars): Json {
  const { registry, id, values } = input;
  const known = state.items.find((item) => item.in === null)?.vars?.record;
  const same = isObject(known) && known.registry === registry && known.id === id;
  return { ...(same ? known : {}), ...(values as Record<string, Json>), registry: registry ?? null, id: id ?? null };
}

function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function keyOf(job: { instanceId: string; item: number; try: number }): string {
  return `action:${job.instanceId}:${job.item}:${job.try}`;
}
