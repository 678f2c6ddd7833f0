import { nameOf } from './arm-event.ts';
import type { Effect, Item, Json, Value } from './model.ts';
import { Fault, nodeOf, type Run, valueAt } from './run.ts';
import { dueOf, TimerError } from './timers.ts';

type CreateTask = Extract<Effect, { kind: 'createTask' }>;

/** Longer names are cut, because a list shows one line. */
const MAX_NAME = 200;
/** No username, group or form has a longer id; a variable may hold anything. */
const MAX_ID = 200;
const MAX_CANDIDATES = 1000;

/** Evaluates the fields of a user task. Throws a Fault when the model names assignees or candidates and none results. */
export function createTask(run: Run, item: Item): CreateTask {
  const node = nodeOf(run, item);
  const task = node.task ?? {};
  const at = (value: Value | undefined): Json => (value === undefined ? null : valueAt(run, item.id, value));
  const assignee = idOf(at(task.assignee), 'assignee');
  const users = namesOf(at(task.users), 'candidate users');
  const groups = namesOf(at(task.groups), 'candidate groups');
  const drawn = task.assignee ?? task.users ?? task.groups;
  if (drawn !== undefined && assignee === undefined && users.length === 0 && groups.length === 0) {
    throw new Fault('task.nobody', `${nameOf(node)} has no assignee and no candidates: ${drawn} is empty.`);
  }
  const form = idOf(at(task.form), 'form');
  const due = instant(run, at(task.due), 'due date');
  const followUp = instant(run, at(task.followUp), 'follow-up date');
  const priority = priorityOf(at(task.priority));
  const ownName = textOf(at(task.name), 'name')?.slice(0, MAX_NAME);
  return {
    kind: 'createTask',
    item: item.id,
    node: node.id,
    name: ownName ?? nameOf(node),
    ...(ownName === undefined ? {} : { nameIsOwn: true }),
    ...(assignee === undefined ? {} : { assignee }),
    users,
    groups,
    ...(form === undefined ? {} : { form }),
    ...(due === undefined ? {} : { due }),
    ...(followUp === undefined ? {} : { followUp }),
    ...(priority === undefined ? {} : { priority }),
    ...(task.outcomes ? { outcomes: task.outcomes } : {}),
  };
}

function textOf(value: Json, what: string): string | undefined {
  if (value === null || value === '') return undefined;
  if (typeof value === 'string') return value;
  throw new Fault('task.field', `The ${what} is not a text.`);
}

function idOf(value: Json, what: string): string | undefined {
  const id = textOf(value, what);
  if (id !== undefined && id.length > MAX_ID) throw tooLong(what);
  return id;
}

function tooLong(what: string): Fault {
  return new Fault('task.field', `The ${what} is longer than ${MAX_ID} characters.`);
}

/** Reads a list of texts, or one text with names separated by commas. */
function namesOf(value: Json, what: string): string[] {
  if (value === null) return [];
  const list = typeof value === 'string' ? value.split(',').map((name) => name.trim()) : value;
  if (!Array.isArray(list) || !list.every((name) => typeof name === 'string')) {
    throw new Fault('task.field', `The ${what} are neither a text nor a list of texts.`);
  }
  const names = [...new Set(list.filter((name) => name !== ''))];
  if (names.length > MAX_CANDIDATES) throw new Fault('task.field', `There are more than ${MAX_CANDIDATES} ${what}.`);
  if (names.some((name) => name.length > MAX_ID)) throw tooLong(`name of one of the ${what}`);
  return names;
}

function instant(run: Run, value: Json, what: string): string | undefined {
  const text = textOf(value, what);
  if (text === undefined) return undefined;
  try {
    return dueOf(text, run.clock.at, run.clock.zone);
  } catch (error) {
    if (!(error instanceof TimerError)) throw error;
    throw new Fault('task.due', `The ${what} is not valid: ${error.message}`);
  }
}

function priorityOf(value: Json): number | undefined {
  if (value === null || value === '') return undefined;
  const number = typeof value === 'number' ? value : Number(value);
  if (!Number.isFinite(number) || number < 0 || number > 100) {
    throw new Fault('task.field', 'The priority must be a number from 0 to 100.');
  }
  return Math.round(number);
}
