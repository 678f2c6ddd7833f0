import type { Tx } from '../../../platform/database.ts';
import { enqueue } from '../../../platform/outbox.ts';
import type { WebhookReply, WebhookSender } from '../../../platform/webhook.ts';
import type { Json, State, Vars } from '../engine/model.ts';
import type { ProcessJob } from './changes.ts';

export interface ActionRunner {
  /** Allowed hosts only, private addresses refused. Without it `http` fails. */
  readonly webhooks?: WebhookSender;
  /** What other modules do, by the name of the action; in the transaction that delivers the result. */
  readonly own?: Readonly<Record<string, (tx: Tx, input: Vars, now: Date) => Promise<void>>>;
}

/** The variables that the process gets; made inside the transaction that delivers them. */
export type ActionResult = (tx: Tx, state: State, now: Date) => Promise<Vars>;

/**
 * Carries out one of the closed list of actions. The part that leaves the server is done here, the rest when the result
 * is called. Throws when it failed; it is then tried again.
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
      return async (_tx, state) => ({ record: updated(state, input) });
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
  if (!webhooks) throw new Error('Requests to other servers are not set up.');
  const given = Object.entries((input.headers ?? {}) as Vars);
  const reply = await webhooks.send({
    url: String(input.url),
    method: String(input.method ?? 'POST'),
    headers: Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
    ...(input.body == null ? {} : { body: input.body }),
    idempotencyKey,
  });
  if (reply.status >= 400) throw new Error(`The other server answered ${reply.status}.`);
  return reply;
}

/**
 * The business record of a case is the variable `record` of its process: registry, id and fields. An update of the same
 * record changes the fields that it names and keeps the others.
 */
function updated(state: State, input: Vars): Json {
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
