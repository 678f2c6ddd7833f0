import { Temporal } from 'temporal-polyfill';
import type { MultiAction } from '../../../../shared/contracts/all-tasks.contract.ts';
import { AppError } from '../../../platform/errors.ts';
import type { TaskChange } from './change-task.store.ts';

/** Required fields of each action. */
const NEEDED: Readonly<Partial<Record<MultiAction['action'], readonly (keyof MultiAction)[]>>> = {
  assign: ['userId'],
  delegate: ['userId', 'returns'],
  priority: ['priority'],
  due: ['due'],
  followUp: ['followUp'],
  snooze: ['until'],
};
const OWN: Readonly<Partial<Record<MultiAction['action'], readonly (keyof MultiAction)[]>>> = {
  assign: ['userId'],
  priority: ['priority'],
  due: ['due'],
  followUp: ['followUp'],
  complete: ['outcome', 'variables', 'comment'],
  delegate: ['userId', 'returns', 'comment'],
  snooze: ['until', 'stopsClock'],
};

/** Throws when a required field is missing, or a field of another action is present. */
export function assertAction(action: MultiAction): void {
  const missing = NEEDED[action.action]?.find((name) => action[name] === undefined);
  if (missing !== undefined) throw new AppError('request.missing_parameter', { parameter: missing });
  const foreign = Object.keys(action).find(
    (name) => name !== 'action' && !OWN[action.action]?.includes(name as keyof MultiAction),
  );
  if (foreign !== undefined) {
    const fault = { pointer: `/action/${foreign}`, code: 'field.unknown', params: { attribute: foreign } } as const;
    throw new AppError('request.invalid', {}, { errors: [fault] });
  }
}

/** Returns the change of an action; undefined for actions in the process. A day means all of it in the organisation's time zone. */
export function changeOf(action: MultiAction, timeZone: string): TaskChange | undefined {
  switch (action.action) {
    case 'priority':
      return { field: 'priority', priority: action.priority! };
    case 'due':
      return { field: 'due', ...momentOf('due', action.due ?? null, timeZone) };
    case 'followUp':
      return { field: 'followUp', at: momentOf('followUp', action.followUp ?? null, timeZone).at };
    default:
      return undefined;
  }
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/;

function momentOf(name: string, text: string | null, timeZone: string): { at: Date | null; isDay: boolean } {
  if (text === null) return { at: null, isDay: false };
  try {
    if (DAY.test(text)) {
      const next = Temporal.PlainDate.from(text, { overflow: 'reject' }).add({ days: 1 }).toZonedDateTime(timeZone);
      // The last instant of the day; a follow-up on a day means its first instant.
      const first = Temporal.PlainDate.from(text).toZonedDateTime(timeZone);
      return { at: new Date(name === 'due' ? next.epochMilliseconds - 1 : first.epochMilliseconds), isDay: true };
    }
    if (INSTANT.test(text)) return { at: new Date(Temporal.Instant.from(text).epochMilliseconds), isDay: false };
  } catch {
    // An invalid date such as 30 February; handled below.
  }
  const fault = { pointer: `/action/${name}`, code: 'field.type', params: { attribute: name } } as const;
  throw new AppError('request.invalid', {}, { errors: [fault] });
}
