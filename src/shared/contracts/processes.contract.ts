import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Id, Instant, ListQuery, nullable, page, Values } from './shapes.contract.ts';
import { HistoryItem } from './tasks.contract.ts';

export const Process = Type.Object({
  key: Type.String(),
  name: Type.String(),
  /** As lists of tasks show it: the title of its kind of case, if it has exactly one, otherwise its name. */
  title: Type.String(),
  active: nullable(Type.Integer()),
  suspended: Type.Boolean(),
  mayStart: Type.Boolean(),
  /** Id of the form whose values are sent to start the process. */
  startForm: nullable(Type.String()),
  /**
   * Four-eyes rule for steps with two or more outcomes: `requester` excludes the user who started the case, or whom its
   * variable `requester` names; `strict` also prevents everyone from deciding twice. Set by `verva:fourEyes` in the
   * BPMN file.
   */
  fourEyes: Type.Union([Type.Literal('none'), Type.Literal('requester'), Type.Literal('strict')]),
  version: Type.Integer(),
});
export type Process = Static<typeof Process>;

/** Unsupported content of a BPMN file with its location; or a note on a change made by the import. */
export const ProcessProblem = Type.Object({
  code: Type.String(),
  element: Type.String(),
  name: Type.Optional(Type.String()),
  line: nullable(Type.Integer()),
  detail: Type.Optional(Type.String()),
});
export type ProcessProblem = Static<typeof ProcessProblem>;

/** Each process of the file becomes a definition; content equal to the active version creates no new version. */
export const Deployment = Type.Object({
  deployed: Type.Array(
    Type.Object({ key: Type.String(), name: Type.String(), number: Type.Integer(), changed: Type.Boolean() }),
  ),
  notes: Type.Array(ProcessProblem),
});
export type Deployment = Static<typeof Deployment>;

export const deployProcess = endpoint({
  method: 'POST',
  path: '/api/processes/{key}/deploy',
  summary: 'Deploy a BPMN 2.0 file; all or nothing',
  who: 'provider',
  scope: null,
  body: Type.Object(
    {
      xml: Type.String({ maxLength: 2_097_152 }),
      note: Type.Optional(Type.String({ maxLength: 1000 })),
      checkOnly: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  bodyLimit: 5_242_880,
  reply: Deployment,
  errors: ['process.unreadable', 'process.refused', 'content.too_complex', 'server.busy'],
});

export const listProcesses = endpoint({
  method: 'GET',
  path: '/api/processes',
  summary: 'Processes of the organisation',
  who: 'any',
  scope: 'task',
  reply: Type.Array(Process),
});

export const startProcess = endpoint({
  method: 'POST',
  path: '/api/processes/{key}/start',
  summary: 'Start a process with the values of its start form',
  who: 'any',
  scope: 'task',
  status: 201,
  idempotency: 'required',
  body: Type.Object(
    {
      variables: Type.Optional(Values),
      businessKey: Type.Optional(Type.String({ maxLength: 200 })),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ instanceId: Id, firstTask: nullable(Id) }),
  errors: [
    'process.not_found',
    'process.suspended',
    'process.variables_not_allowed',
    'process.runs_away',
    'process.variables_too_large',
    'form.invalid',
    'form.not_found',
  ],
});

export const Instance = Type.Object({
  id: Id,
  process: Type.Object({ key: Type.String(), name: Type.String(), version: Type.Integer() }),
  businessKey: nullable(Type.String()),
  status: Type.Union([
    Type.Literal('active'),
    Type.Literal('completed'),
    Type.Literal('cancelled'),
    Type.Literal('incident'),
    Type.Literal('error'),
  ]),
  started: Instant,
  ended: nullable(Instant),
});
export type Instance = Static<typeof Instance>;

export const InstanceDetail = Type.Object({
  ...Instance.properties,
  variables: Values,
  places: Type.Array(
    Type.Object({
      item: Type.String(),
      nodeId: Type.String(),
      name: Type.String(),
      waitsFor: Type.String(),
      taskId: nullable(Id),
      /** Iterations of a repeated activity: total (for a standard loop the maximum), started and completed. */
      turns: Type.Optional(Type.Object({ of: Type.Integer(), started: Type.Integer(), ended: Type.Integer() })),
    }),
  ),
  incidents: Type.Array(
    Type.Object({
      id: Id,
      nodeId: Type.String(),
      code: Type.String(),
      text: Type.String(),
      since: Instant,
      item: nullable(Type.String()),
    }),
  ),
});
export type InstanceDetail = Static<typeof InstanceDetail>;

export const instanceListFields = {
  fields: {
    process: { type: 'key' },
    status: { type: 'key' },
    businessKey: { type: 'text' },
    started: { type: 'instant', sortable: true },
  },
  defaultSort: 'started:desc',
} as const;

export const listInstances = endpoint({
  method: 'GET',
  path: '/api/instances',
  summary: 'Running and ended processes',
  who: ['admin', 'alltasks'],
  scope: null,
  query: ListQuery,
  list: instanceListFields,
  reply: page(Instance),
});

export const getInstance = endpoint({
  method: 'GET',
  path: '/api/instances/{id}',
  summary: 'State of a process',
  who: ['admin', 'alltasks'],
  scope: null,
  reply: InstanceDetail,
  errors: ['instance.not_found'],
});

export const instanceHistory = endpoint({
  method: 'GET',
  path: '/api/instances/{id}/history',
  summary: 'History of a process, in order',
  who: ['admin', 'alltasks'],
  scope: null,
  reply: Type.Array(HistoryItem),
  errors: ['instance.not_found'],
});

export const activateAdhoc = endpoint({
  method: 'POST',
  path: '/api/instances/{id}/adhoc/{nodeId}/activate',
  summary: 'Start an offered activity of an ad-hoc sub-process',
  who: 'any',
  scope: 'task',
  status: 201,
  body: Type.Object({ activity: Type.String({ maxLength: 200 }) }, { additionalProperties: false }),
  reply: Type.Object({ taskId: nullable(Id) }),
  errors: ['instance.not_found', 'instance.ended', 'adhoc.node_unknown', 'adhoc.busy'],
});

export const finishAdhoc = endpoint({
  method: 'POST',
  path: '/api/instances/{id}/adhoc/{nodeId}/finish',
  summary: 'Finish an ad-hoc sub-process; its open tasks are cancelled',
  who: 'any',
  scope: 'task',
  body: Type.Object({}, { additionalProperties: false }),
  reply: Type.Object({ status: Type.String() }),
  errors: ['instance.not_found', 'instance.ended', 'adhoc.node_unknown'],
});

export const cancelInstance = endpoint({
  method: 'POST',
  path: '/api/instances/{id}/cancel',
  summary: 'Cancel a running process; finished work stays',
  who: 'provider',
  scope: null,
  body: Type.Object({ reason: Type.String({ minLength: 1, maxLength: 1000 }) }, { additionalProperties: false }),
  reply: Type.Object({ status: Type.String() }),
  errors: ['instance.not_found', 'instance.ended'],
});

export const retryIncident = endpoint({
  method: 'POST',
  path: '/api/instances/{id}/retry',
  summary: 'Retry the failed steps of a process',
  who: 'provider',
  scope: null,
  body: Type.Object({ item: Type.Optional(Type.String()) }, { additionalProperties: false }),
  reply: Type.Object({ retried: Type.Integer() }),
  errors: ['instance.not_found', 'instance.ended'],
});

export const setInstanceVariables = endpoint({
  method: 'POST',
  path: '/api/instances/{id}/variables',
  summary: 'Change the variables of a running process',
  who: 'provider',
  scope: null,
  body: Type.Object({ variables: Values, item: Type.Optional(Type.String()) }, { additionalProperties: false }),
  reply: Values,
  errors: ['instance.not_found', 'instance.ended', 'process.variables_too_large'],
});

export const publishMessage = endpoint({
  method: 'POST',
  path: '/api/messages',
  summary: 'Deliver a message to a waiting process, or start one',
  who: 'provider',
  scope: null,
  idempotency: 'required',
  body: Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 200 }),
      correlationKey: Type.Optional(Type.String({ maxLength: 200 })),
      variables: Type.Optional(Values),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ correlated: Type.Integer(), started: nullable(Id), kept: Type.Boolean() }),
  errors: ['process.variables_too_large'],
});
