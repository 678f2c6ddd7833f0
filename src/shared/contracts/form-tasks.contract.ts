import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Id, Instant, nullable, UserRef } from './shapes.contract.ts';

/** Open tasks and the form versions that they use (FRM-09, BEY-23). */
export const FormTasks = Type.Object({
  versions: Type.Array(Type.Object({ number: Type.Integer(), open: Type.Integer() })),
  /** The oldest tasks without the published version, at most 200; confidential ones are only counted. */
  tasks: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      businessKey: nullable(Type.String()),
      number: Type.Integer(),
      created: Instant,
      assignee: nullable(UserRef),
      /** Answers have been saved in it. */
      isStarted: Type.Boolean(),
    }),
  ),
  more: Type.Boolean(),
});
export type FormTasks = Static<typeof FormTasks>;

export const listFormTasks = endpoint({
  method: 'GET',
  path: '/api/forms/{id}/tasks',
  summary: 'Open tasks by their form version',
  who: 'provider',
  scope: null,
  query: Type.Object({
    /** Tasks that would keep their version if a new one were published now: every open task. */
    next: Type.Optional(Type.Boolean()),
  }),
  reply: FormTasks,
  errors: ['form.not_found'],
});

export const moveFormTasks = endpoint({
  method: 'POST',
  path: '/api/forms/{id}/tasks/move',
  summary: 'Move open tasks to the published version of their form; answers are carried over (at most 1,000 at once)',
  who: 'provider',
  scope: null,
  body: Type.Object(
    {
      /** Ids of tasks; by default all that use another version. */
      taskIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 1000 })),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ moved: Type.Integer(), more: Type.Boolean() }),
  errors: ['form.not_found', 'form.not_published'],
});
