import { setTimeout as pause } from 'node:timers/promises';
import type { Account, Answer, Client } from './client.ts';
import { type Log, type LogCase, type LogEvent, toIso } from './log.ts';
import { ALL_USERS_GROUP, type ReplayModel } from './model.ts';
import type { Organisation } from './setup.ts';

export interface DriveOptions {
  readonly client: Client;
  readonly log: Log;
  readonly model: ReplayModel;
  readonly organisation: Organisation;
  /** Number of cases driven at once. */
  readonly people: number;
  /** Events after this moment are skipped; their case stays open. */
  readonly until: number;
  /** Sends every completion twice at once, alternately with the same key and with another. */
  readonly twice: boolean;
  /** Of ten completions, one is undone and repeated, and one is deferred and carried out by the server. */
  readonly undo?: boolean;
  /** Called after each completion; may be slow. */
  readonly completed?: (count: number) => void;
}

export interface Driven {
  readonly started: number;
  readonly finished: number;
  readonly completions: number;
  readonly sentTwice: number;
  /** Second completions that got the first response, and those refused with 409. */
  readonly replayed: number;
  readonly refused: number;
  /** Completions undone and repeated, and those that the server carried out after a second. */
  readonly undone: number;
  readonly held: number;
  /** Milliseconds of each completion, including repetitions. */
  readonly durations: number[];
}

/** Drives the cases of the log as its users, in the log's order, several cases at once. */
export async function drive(options: DriveOptions): Promise<Driven> {
  const cases = options.log.cases.filter(({ events }) => events[0]!.at <= options.until);
  const total = {
    started: 0,
    finished: 0,
    completions: 0,
    sentTwice: 0,
    replayed: 0,
    refused: 0,
    undone: 0,
    held: 0,
    durations: [] as number[],
    turns: 0,
  };
  let next = 0;
  let failed = false;
  const work = async () => {
    while (next < cases.length && !failed) {
      const index = next++;
      try {
        await driveCase(options, cases[index]!, index, total);
      } catch (error) {
        failed = true;
        throw new Error(`Case ${cases[index]!.id}: ${error instanceof Error ? error.message : error}`, {
          cause: error,
        });
      }
    }
  };
  const results = await Promise.allSettled(Array.from({ length: Math.max(1, options.people) }, work));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return total;
}

type Total = { -readonly [K in keyof Driven]: Driven[K] } & { turns: number };

async function driveCase(options: DriveOptions, one: LogCase, index: number, total: Total): Promise<void> {
  const { client, model, organisation, until } = options;
  const person = (event: LogEvent): Account => organisation.people.get(event.person)!;
  const happened = one.events.filter(({ at }) => at <= until);
  const following = one.events[happened.length];
  const key = (what: string) => `replay-${organisation.slug}-${index}-${what}`;
  // The process has no start form for these variables, so the operator starts it.
  const { operator } = organisation;
  const started = await client.expect(operator, 'POST', `/api/processes/${model.key}/start`, {
    key: key('start'),
    body: {
      businessKey: one.id,
      variables: variablesOf(model, one.attributes, one.events.slice(0, happened.length + 1)),
    },
  });
  total.started++;
  const instance = `/api/instances/${started.instanceId}`;
  const adhoc = `${instance}/adhoc/${model.adhocId}`;
  const firstTask = async (): Promise<string> => (await client.expect(operator, 'GET', instance)).places[0].taskId;
  const activate = async (event: LogEvent, by: Account, turn: number): Promise<string> => {
    const body = { activity: model.nodes.get(event.task)! };
    const { taskId } = await client.expect(by, 'POST', `${adhoc}/activate`, { key: key(`${turn}-activate`), body });
    return taskId;
  };
  for (const [turn, event] of happened.entries()) {
    const isStart = turn === 0 && model.start !== null;
    const taskId = isStart ? await firstTask() : await activate(event, person(event), turn);
    const before = performance.now();
    await completeSomehow(options, person(event), taskId, key(`${turn}-complete`), total);
    total.durations.push(performance.now() - before);
    total.completions++;
    options.completed?.(total.completions);
  }
  const last = person(happened.at(-1)!);
  if (following) {
    // Makes the next task of the log available in an inbox.
    await activate(following, last, happened.length);
    return;
  }
  await client.expect(last, 'POST', `${adhoc}/finish`, { key: key('finish'), body: {} });
  total.finished++;
}

/** Returns the initial variables of a case: its columns in the log, and the groups of its tasks. */
function variablesOf(
  model: ReplayModel,
  attributes: LogCase['attributes'],
  events: readonly LogEvent[],
): Record<string, unknown> {
  const groups: Record<string, string[]> = {};
  for (const { task, group } of events) {
    const groupId = group === null ? ALL_USERS_GROUP : model.groups.get(group)!;
    const node = model.nodes.get(task)!;
    groups[node] = [...new Set([...(groups[node] ?? []), groupId])];
  }
  const deadline = Date.parse(toIso(attributes.deadline ?? ''));
  return {
    ...attributes,
    groups,
    deadline: Number.isNaN(deadline) ? null : new Date(deadline).toISOString(),
  };
}

/** Completes immediately; one in ten is deferred for a second, and one in ten undone first. */
async function completeSomehow(
  options: DriveOptions,
  as: Account,
  taskId: string,
  key: string,
  total: Total,
): Promise<void> {
  const turn = options.undo ? total.turns++ % 10 : 0;
  if (turn === 3) await completeAndUndo(options, as, taskId, key, total);
  if (turn === 7) await completeHeld(options, as, taskId, key, total);
  else await complete(options, as, taskId, key, total);
}

const hold = ({ client }: DriveOptions, as: Account, taskId: string, key: string, seconds: number) =>
  client.expect(as, 'POST', `/api/tasks/${taskId}`, {
    key: `${key}-held`,
    body: { action: 'complete' },
    headers: { prefer: `undo=${seconds}` },
  });

async function completeAndUndo(
  options: DriveOptions,
  as: Account,
  taskId: string,
  key: string,
  total: Total,
): Promise<void> {
  const { held } = await hold(options, as, taskId, key, 30);
  await options.client.expect(as, 'DELETE', `/api/held/${held.id}`, { key: `${key}-undo` });
  total.undone++;
}

/** No client asks again: any running server carries it out. */
async function completeHeld(
  options: DriveOptions,
  as: Account,
  taskId: string,
  key: string,
  total: Total,
): Promise<void> {
  await hold(options, as, taskId, key, 1);
  for (;;) {
    const { status } = await options.client.expect(as, 'GET', `/api/tasks/${taskId}`);
    if (status === 'completed') break;
    if (status !== 'held') throw new Error(`task ${taskId} was deferred and is ${status}`);
    await pause(100);
  }
  total.held++;
}

async function complete(options: DriveOptions, as: Account, taskId: string, key: string, total: Total): Promise<void> {
  const { client, twice } = options;
  const path = `/api/tasks/${taskId}`;
  const send = (withKey: string) => client.call(as, 'POST', path, { key: withKey, body: { action: 'complete' } });
  if (!twice) {
    const answer = await send(key);
    if (answer.status !== 200) throw unexpected(path, [answer]);
    return;
  }
  const isSame = total.sentTwice++ % 2 === 0;
  const first = send(key);
  // Sometimes the second request is sent when the first is done.
  if (total.sentTwice % 3 === 0) await Promise.race([first, pause(50)]);
  const answers = await Promise.all([first, send(isSame ? key : `${key}-again`)]);
  const done = answers.filter(({ status }) => status === 200);
  if (isSame) {
    if (done.length !== 2 || done[0]!.body.task.version !== done[1]!.body.task.version) throw unexpected(path, answers);
    total.replayed++;
  } else {
    const refused = answers.filter(({ status, body }) => status === 409 && body.code === 'task.already_completed');
    if (done.length !== 1 || refused.length !== 1) throw unexpected(path, answers);
    total.refused++;
  }
}

function unexpected(path: string, answers: readonly Answer[]): Error {
  const text = answers.map(({ status, body }) => `${status} ${JSON.stringify(body)?.slice(0, 300)}`).join(' and ');
  return new Error(`the completion ${path} returned ${text}`);
}
