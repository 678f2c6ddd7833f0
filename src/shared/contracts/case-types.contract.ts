import { type Static, Type } from 'typebox';
import { CASE_DEFAULTS_MAX, CASE_FINDINGS, STATUS_RULES_MAX } from './case-types.rules.ts';
import { endpoint } from './endpoint.ts';
import { literals, Nothing, nullable, Texts, texts } from './shapes.contract.ts';

const strict = { additionalProperties: false } as const;
const provider = { who: 'provider', scope: null } as const;

const Slug = Type.String({ pattern: '^[a-z][a-z0-9_-]{0,63}$', maxLength: 64 });
const name = (maxLength = 64) => Type.String({ minLength: 1, maxLength });

/** A value of a process variable; a text after `=` is an expression over `requester` and the date. */
const DefaultValue = Type.Union([
  Type.String({ maxLength: 2000 }),
  Type.Number(),
  Type.Boolean(),
  Type.Null(),
  Type.Array(Type.String({ maxLength: 200 }), { maxItems: 50 }),
]);
const Defaults = Type.Record(Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,63}$' }), DefaultValue, {
  maxProperties: CASE_DEFAULTS_MAX,
  additionalProperties: false,
});

/** `on`: `started`, `withdrawn`, `task:<task>` when the task begins, or `ended:<end event>`. */
const StatusRule = Type.Object({ on: name(200), status: name() }, strict);

/** A task that mass action offers; without outcomes or fields, all of them. */
const OfferedTask = Type.Object(
  {
    taskKey: name(200),
    outcomes: Type.Optional(Type.Array(name(100), { maxItems: 50, uniqueItems: true })),
    fields: Type.Optional(Type.Array(name(100), { maxItems: 100, uniqueItems: true })),
  },
  strict,
);
export type OfferedTask = Static<typeof OfferedTask>;

const CaseFinding = Type.Object({
  code: literals(...CASE_FINDINGS),
  /** The form, group, task or status that it is about. */
  about: nullable(Type.String()),
});
export type CaseFinding = Static<typeof CaseFinding>;

/** A kind of case as the provider edits it (PRV-04). */
export const CaseType = Type.Object({
  id: Type.String(),
  title: Texts,
  /** Key of the process that a case runs. */
  process: Type.String(),
  /** Null: the form of the start event. */
  startForm: nullable(Type.String()),
  /** Where each case gets a record; null: none. */
  registry: nullable(Type.String()),
  /** Null: the series of the registry, otherwise that of the catalogue item. */
  numberSeries: nullable(Type.String()),
  /** Groups whose members may start it; none: all users. */
  startGroups: Type.Array(Type.String()),
  /** Initial values of the form, and process variables that the form does not have. */
  defaults: Type.Record(Type.String(), DefaultValue),
  /** Status of the record at moments of the case. */
  statusMap: Type.Array(StatusRule),
  /** What mass action offers; null: every task, empty: none. */
  massAction: nullable(Type.Array(OfferedTask)),
  /** Until when the requester may withdraw. */
  withdraw: literals('never', 'beforeFirst', 'always'),
  /** What requesters see of those who have the tasks. */
  peopleShown: literals('person', 'group', 'none'),
  /** Inactive: no case can be started; running cases continue. */
  active: Type.Boolean(),
  findings: Type.Array(CaseFinding),
  version: Type.Integer(),
});
export type CaseType = Static<typeof CaseType>;

const fields = {
  title: texts(100),
  process: name(200),
  startForm: Type.Optional(nullable(name(100))),
  registry: Type.Optional(nullable(name())),
  numberSeries: Type.Optional(nullable(name())),
  startGroups: Type.Optional(Type.Array(name(), { maxItems: 100, uniqueItems: true })),
  defaults: Type.Optional(Defaults),
  statusMap: Type.Optional(Type.Array(StatusRule, { maxItems: STATUS_RULES_MAX })),
  massAction: Type.Optional(nullable(Type.Array(OfferedTask, { maxItems: 200 }))),
  withdraw: Type.Optional(literals('never', 'beforeFirst', 'always')),
  peopleShown: Type.Optional(literals('person', 'group', 'none')),
  active: Type.Optional(Type.Boolean()),
};

export const listCaseTypes = endpoint({
  method: 'GET',
  path: '/api/caseconfiguration',
  summary: 'All kinds of case, with what prevents them from working',
  ...provider,
  reply: Type.Array(CaseType),
});

export const createCaseType = endpoint({
  method: 'POST',
  path: '/api/caseconfiguration',
  summary: 'Create a kind of case',
  ...provider,
  status: 201,
  body: Type.Object({ id: Type.Optional(Slug), ...fields }, strict),
  reply: CaseType,
  errors: ['request.missing_parameter', 'case_type.id_taken', 'case_type.invalid', 'case_type.full'],
});

export const getCaseType = endpoint({
  method: 'GET',
  path: '/api/caseconfiguration/{id}',
  summary: 'A kind of case',
  ...provider,
  reply: CaseType,
  errors: ['case_type.not_found'],
});

/** Accepts the result of GET; the id does not change, and fields that are not sent stay. */
export const updateCaseType = endpoint({
  method: 'PUT',
  path: '/api/caseconfiguration/{id}',
  summary: 'Change a kind of case; running cases follow its new settings',
  ...provider,
  body: Type.Object(
    {
      id: Type.Optional(Type.String()),
      ...fields,
      findings: Type.Optional(Type.Array(Type.Unknown())),
      version: Type.Optional(Type.Integer()),
    },
    strict,
  ),
  reply: CaseType,
  errors: ['case_type.not_found', 'case_type.invalid', 'edit.conflict'],
});

/** Refused while it has cases, records or catalogue items: `usedBy` counts them. An inactive kind cannot be started. */
export const deleteCaseType = endpoint({
  method: 'DELETE',
  path: '/api/caseconfiguration/{id}',
  summary: 'Delete a kind of case that is not in use',
  ...provider,
  status: 204,
  reply: Nothing,
  errors: ['case_type.not_found', 'case_type.in_use', 'edit.conflict'],
});

const Named = Type.Object({ id: Type.String(), name: Type.String() });

/** What a kind of case can refer to, for its editor. */
export const CaseChoices = Type.Object({
  processes: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      startForm: nullable(Type.String()),
      /** With what mass action can choose and fill in, where the form of the task does not depend on the case. */
      tasks: Type.Array(
        Type.Object({
          ...{ id: Type.String(), name: Type.String() },
          outcomes: Type.Array(Named),
          fields: Type.Array(Named),
        }),
      ),
      ends: Type.Array(Named),
    }),
  ),
  forms: Type.Array(Named),
  registries: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      numberSeries: nullable(Type.String()),
      statuses: Type.Array(Named),
    }),
  ),
  series: Type.Array(Type.Object({ id: Type.String(), pattern: Type.String() })),
});
export type CaseChoices = Static<typeof CaseChoices>;

export const getCaseChoices = endpoint({
  method: 'GET',
  path: '/api/caseconfiguration/choices',
  summary: 'Processes, forms, registries and number series that a kind of case can use',
  ...provider,
  reply: CaseChoices,
});
