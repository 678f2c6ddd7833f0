import { type Static, Type } from 'typebox';
import { CONFIG_BYTES_MAX, CONFIG_OBJECTS_MAX, STEP_ACTIONS, STEP_EFFECTS } from './config.rules.ts';
import { endpoint } from './endpoint.ts';
import { Id, Instant, literals, nullable, UserRef } from './shapes.contract.ts';

const strict = { additionalProperties: false } as const;
const provider = { who: 'provider', scope: null } as const;

/** Equal configurations give equal bytes. */
export const exportConfig = endpoint({
  method: 'GET',
  path: '/api/config/export',
  summary:
    'The configuration of the organisation as one file: a zip of canonical JSON and BPMN, without users, data and secrets',
  ...provider,
  produces: 'application/zip',
  reply: Type.Unsafe<Blob>({ type: 'string', format: 'binary' }),
});

/** Why an object cannot be applied. `pointer` begins with the path of its file: `/forms/leave/body/root`. */
export const ConfigFault = Type.Object({
  kind: Type.String(),
  key: Type.String(),
  pointer: Type.String(),
  code: Type.String(),
  title: Type.String(),
  /** What uses an object that would be removed; at most 50. */
  usedBy: Type.Optional(Type.Array(Type.Object({ kind: Type.String(), id: Type.String(), title: Type.String() }))),
});
export type ConfigFault = Static<typeof ConfigFault>;

/** What applying does with one object. Values are shortened; `getConfigStep` has the whole texts. */
export const ConfigStep = Type.Object({
  kind: Type.String(),
  key: Type.String(),
  /** Its title, in the reader's language where it has several. */
  title: Type.String(),
  /** `keep`: changed here, or not in the file; `merged`: both sides changed different parts; `conflict`: both changed the same part. */
  action: literals(...STEP_ACTIONS),
  /** For a conflict and what is kept: the differences between here and the file. */
  changes: Type.Array(
    Type.Object({
      pointer: Type.String(),
      before: nullable(Type.String()),
      after: nullable(Type.String()),
    }),
  ),
  /** Number of further differences. */
  more: Type.Integer(),
  /** Where both sides changed the object. */
  conflicts: Type.Array(Type.String()),
  /** What applying means for data, counted when the plan was made, up to 100,000. */
  effects: Type.Array(Type.Object({ code: literals(...STEP_EFFECTS), count: Type.Integer() })),
});
export type ConfigStep = Static<typeof ConfigStep>;

export const ConfigChange = Type.Object({
  id: Id,
  state: literals('planned', 'applied', 'rolledBack'),
  /** The change that this one takes back. */
  rollbackOf: nullable(Id),
  createdAt: Instant,
  createdBy: nullable(UserRef),
  appliedAt: nullable(Instant),
  appliedBy: nullable(UserRef),
  fileSha256: Type.String(),
  /** Number of steps by action. */
  counts: Type.Record(Type.String(), Type.Integer()),
  /** Whether it can be taken back: it was applied, and what it replaced is kept. */
  canRollBack: Type.Boolean(),
});
export type ConfigChange = Static<typeof ConfigChange>;

export const ConfigPlan = Type.Object({
  ...ConfigChange.properties,
  /** Number of objects that are equal. */
  unchanged: Type.Integer(),
  /** In the order of apply. */
  steps: Type.Array(ConfigStep),
  /** With a fault, only a choice of `here` for its object makes the plan applicable. */
  faults: Type.Array(ConfigFault),
});
export type ConfigPlan = Static<typeof ConfigPlan>;

/**
 * Compares a file with what was applied from its line before, and with the present state. Nothing is changed; the plan is kept
 * for a week.
 */
export const planConfig = endpoint({
  method: 'POST',
  path: '/api/config/plan',
  summary: 'Dry run of a configuration file: what applying it would change, and what prevents it',
  ...provider,
  status: 201,
  consumes: ['application/zip'],
  bodyLimit: CONFIG_BYTES_MAX,
  query: Type.Object(
    {
      prune: Type.Optional(Type.Boolean({ description: 'Remove objects that earlier files had and this one lacks' })),
      overwrite: Type.Optional(Type.Boolean({ description: "Take the file's version of what was changed here" })),
      only: Type.Optional(Type.String({ maxLength: 500, description: 'Kinds, separated by commas' })),
    },
    strict,
  ),
  body: Type.Unsafe<Blob>({ type: 'string', format: 'binary', description: 'The file' }),
  reply: ConfigPlan,
  errors: ['config.unreadable', 'config.invalid', 'server.busy', 'content.too_complex'],
});

export const listConfigChanges = endpoint({
  method: 'GET',
  path: '/api/config',
  summary: 'The latest 100 plans and applied changes of the configuration, newest first',
  ...provider,
  reply: Type.Array(ConfigChange),
});

export const getConfigChange = endpoint({
  method: 'GET',
  path: '/api/config/{id}',
  summary: 'A plan or an applied change of the configuration with its steps',
  ...provider,
  reply: ConfigPlan,
  errors: ['config.not_found'],
});

export const getConfigStep = endpoint({
  method: 'GET',
  path: '/api/config/{id}/step',
  summary: 'The whole texts of one object of a change: as it was, and as the file has it',
  ...provider,
  query: Type.Object({ kind: Type.String({ maxLength: 50 }), key: Type.String({ maxLength: 400 }) }, strict),
  reply: Type.Object({ before: nullable(Type.String()), after: nullable(Type.String()) }),
  errors: ['config.not_found'],
});

export const applyConfig = endpoint({
  method: 'POST',
  path: '/api/config/{id}/apply',
  summary: 'Apply a plan in one transaction; refused when the configuration has changed since',
  ...provider,
  references: 'removes',
  body: Type.Object(
    {
      /** For conflicts, for what is kept, and to leave out others: the file's version, or the one here. */
      choices: Type.Optional(
        Type.Array(
          Type.Object(
            {
              kind: Type.String({ maxLength: 50 }),
              key: Type.String({ maxLength: 400 }),
              take: literals('file', 'here'),
            },
            strict,
          ),
          { maxItems: CONFIG_OBJECTS_MAX },
        ),
      ),
    },
    strict,
  ),
  reply: ConfigPlan,
  errors: [
    'config.not_found',
    'config.not_planned',
    'config.changed_since_plan',
    'config.conflict',
    'config.invalid',
    'server.busy',
    'content.too_complex',
  ],
});

export const rollBackConfig = endpoint({
  method: 'POST',
  path: '/api/config/{id}/rollback',
  summary:
    'Plan to take back an applied change: later edits are kept, or shown as conflicts. The plan is applied like any other',
  ...provider,
  status: 201,
  body: Type.Object({}, strict),
  reply: ConfigPlan,
  errors: ['config.not_found', 'config.not_applied', 'server.busy', 'content.too_complex'],
});
