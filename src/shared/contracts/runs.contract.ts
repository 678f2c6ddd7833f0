import { type Static, Type } from 'typebox';
import { Id, Instant, literals, nullable, UserRef } from './shapes.contract.ts';

const RunState = literals('held', 'queued', 'running', 'done', 'stopped');
const RunItemState = literals('waiting', 'done', 'failed', 'skipped');

/** Progress of a run of any kind. Items that are neither done nor failed at its end were skipped. */
export const RunProgress = Type.Object({
  id: Id,
  mode: literals('dry', 'run'),
  state: RunState,
  total: Type.Integer(),
  done: Type.Integer(),
  failed: Type.Integer(),
  by: UserRef,
  created: Instant,
  ended: nullable(Instant),
  /** The run that this one retries. */
  retryOf: nullable(Id),
  held: Type.Optional(Type.Object({ id: Id, until: Instant })),
});
export type RunProgress = Static<typeof RunProgress>;

/** Result of one item. In a dry run `done` means that it would succeed. */
export const RunItemResult = Type.Object({
  state: RunItemState,
  ok: Type.Boolean(),
  name: nullable(Type.String()),
  at: nullable(Instant),
  code: Type.Optional(Type.String()),
  title: Type.Optional(Type.String({ description: 'Reason in the language of the request' })),
  params: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});
export type RunItemResult = Static<typeof RunItemResult>;

/** Query of the runs of a kind. */
export const RunsQuery = Type.Object({
  state: Type.Optional(RunState),
  mine: Type.Optional(Type.Boolean()),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  after: Type.Optional(Type.String({ maxLength: 100 })),
});

/** Query of the items of a run. */
export const RunItemsQuery = Type.Object({
  state: Type.Optional(RunItemState),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  after: Type.Optional(Type.String({ maxLength: 100 })),
});

/** Reasons for refusals in the language of the request, the most frequent first. */
export const Refusals = Type.Array(Type.Object({ code: Type.String(), title: Type.String(), count: Type.Integer() }));
export type Refusals = Static<typeof Refusals>;
