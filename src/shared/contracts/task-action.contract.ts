import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Instant, nullable } from './shapes.contract.ts';

const reader = {
  /** The user's language and their organisation's time zone: the request has no session. */
  languageId: Type.String(),
  timeZone: Type.String(),
};

/** Effect of an e-mail button: the action, its user and its expiry. `comment` says whether a reason is requested. */
export const MailedAction = Type.Object({
  taskName: Type.String(),
  processName: nullable(Type.String()),
  outcome: Type.String({ description: 'Formatted for display' }),
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
  summary: 'Effect of an e-mail button; nothing is completed',
  who: 'public',
  scope: null,
  reply: MailedAction,
  errors: MAILED_ACTION_ERRORS,
});

export const useMailedAction = endpoint({
  method: 'PATCH',
  path: '/api/public/tasks/complete/{taskActionId}',
  summary: 'Complete a task through an e-mail button',
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
