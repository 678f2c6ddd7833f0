import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Instant, nullable } from './shapes.contract.ts';

const reader = {
  /** The person's language and the clock of their organisation: nobody is signed in here. */
  languageId: Type.String(),
  timeZone: Type.String(),
};

/** What a button of a mail would do; for whom, until when. `comment` says whether a reason is asked for. */
export const MailedAction = Type.Object({
  taskName: Type.String(),
  processName: nullable(Type.String()),
  outcome: Type.String({ description: 'As a person reads it' }),
  style: Type.Union([Type.Literal('primary'), Type.Literal('neutral'), Type.Literal('danger')]),
  comment: Type.Union([Type.Literal('none'), Type.Literal('optional'), Type.Literal('required')]),
  person: Type.String(),
  onBehalfOf: nullable(Type.String()),
  due: nullable(Instant),
  expires: Instant,
  used: Type.Literal(false),
  ...reader,
});
export type MailedAction = Static<typeof MailedAction>;

const MAILED_ACTION_ERRORS = [
  'task_action.not_found',
  'task_action.used',
  'task_action.expired',
  'task_action.sign_in',
  'task.already_completed',
  'task.cancelled',
  'task.held',
  'task.claimed_by_other',
  'task.own_request',
  'task.decided_before',
] as const;

export const getMailedAction = endpoint({
  method: 'GET',
  path: '/api/public/tasks/complete/{taskActionId}',
  summary: 'What the button of a mail would do; nothing is completed',
  who: 'public',
  scope: null,
  reply: MailedAction,
  errors: MAILED_ACTION_ERRORS,
});

export const useMailedAction = endpoint({
  method: 'PATCH',
  path: '/api/public/tasks/complete/{taskActionId}',
  summary: 'Complete the task as the button of a mail says',
  who: 'public',
  scope: null,
  body: Type.Object({ comment: Type.Optional(Type.String({ maxLength: 4000 })) }, { additionalProperties: false }),
  reply: Type.Object({
    message: Type.String(),
    taskName: Type.String(),
    outcome: Type.String(),
    done: Type.Literal(true),
    ...reader,
  }),
  errors: [
    ...MAILED_ACTION_ERRORS,
    'comment.required',
    'process.runs_away',
    'process.variables_too_large',
    'instance.locked',
  ],
});
