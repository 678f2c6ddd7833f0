import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { forEachDatabase } from '../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';
import { readCaller } from '../../platform/auth/memberships.ts';
import type { Caller } from '../../platform/caller.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/outbox.ts';
import {
  cancelRun,
  deferredRuns,
  listItems,
  listRuns,
  type NewRun,
  passedDryRun,
  type RunKind,
  type RunRow,
  retryRun,
  startRun,
  visibleRun,
} from './index.ts';
import { workOnRun } from './work.ts';

const OUTBOX_TYPE = 'run.test';
const MINUTE = { milliseconds: 60_000 };

forEachDatabase('runs', (db) => {
  let tenant: TestTenant;
  let ann: Person;
  /** Items that are refused, and items whose first attempts end with an unexpected error. */
  let refused: Set<string>;
  let unlucky: Map<string, number>;
  let afterwards: string[];

  /** Leaves a row in the outbox for each item; it has nothing to do with tasks. */
  const notes: RunKind = {
    name: 'notes',
    deferredAs: 'notes.run',
    progressEvent: 'notes.progress',
    errors: { notFound: 'instance.not_found', nothingFailed: 'mass.nothing_failed' },
    async execute(call, _run, { id: itemId }, later) {
      later(async () => {
        afterwards.push(itemId);
      });
      await enqueue(call.tx, 'live', { principals: [], type: OUTBOX_TYPE, data: { itemId } });
      const left = unlucky.get(itemId) ?? 0;
      unlucky.set(itemId, left - 1);
      if (left > 0) throw new Error('the connection of another system was lost');
      if (refused.has(itemId)) throw new AppError('task.not_found');
    },
  };
  const others: RunKind = { ...notes, name: 'others', deferredAs: 'others.run' };
  const kinds = [notes, others];

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', { ann: ['clerks'], bob: [] });
    ann = tenant.people.ann!;
  });

  const reset = () => {
    refused = new Set();
    unlucky = new Map();
    afterwards = [];
  };

  async function as<T>(who: Person, work: (call: Caller) => Promise<T>): Promise<T> {
    const { context, tenantId, clock } = tenant;
    const { userId } = who;
    const session = await readCaller(db(), {
      tenantId,
      userId,
      slug: '',
      name: '',
      status: 'active',
      revokedBefore: null,
    });
    return db().tenantTransaction({ tenantId, userId }, (tx) => work({ tx, session, context, now: clock.now }));
  }

  const newRun = (ids: readonly string[], mode: 'dry' | 'run' = 'run'): NewRun => ({
    mode,
    process: null,
    selection: { ids },
    request: { note: 'hello' },
    labels: {},
    items: ids.map((id, index) => ({ id, name: `Item ${index}`, businessKey: null })),
    retryOf: null,
  });
  const start = (ids: readonly string[], mode: 'dry' | 'run' = 'run', kind = notes, undoSeconds = 0) =>
    as(ann, (call) => startRun(call, kind, newRun(ids, mode), undoSeconds));
  const work = (run: Pick<RunRow, 'id'>, limit = MINUTE) =>
    workOnRun(tenant.context, kinds, tenant.tenantId, run.id, limit);
  const read = (run: Pick<RunRow, 'id'>, kind = notes) => as(ann, (call) => visibleRun(call, kind, run.id));
  const statesOf = async (run: Pick<RunRow, 'id'>) =>
    (await as(ann, (call) => listItems(call, notes, run.id, { limit: 200 }))).rows.map(({ state, code }) => [
      state,
      code,
    ]);
  /** How often each item was processed for good. */
  const written = (ids: readonly string[]) =>
    db().systemTransaction(async (tx) => {
      const { rows } = await sql<{ id: string; n: number }>`
        SELECT payload->'data'->>'itemId' AS id, count(*)::int AS n FROM outbox WHERE payload->>'type' = ${OUTBOX_TYPE} GROUP BY 1`.execute(
        tx,
      );
      const found = new Map(rows.map(({ id, n }) => [id, n]));
      return ids.map((id) => found.get(id) ?? 0);
    });
  const newIds = (count: number) => Array.from({ length: count }, () => randomUUID());

  test('BEY-05 several workers process each item of a run once, and a refused one leaves only its result', async () => {
    reset();
    const ids = newIds(12);
    refused = new Set([ids[3]!, ids[7]!]);
    const run = await start(ids);
    await Promise.all([work(run), work(run), work(run)]);
    const ended = await read(run);
    assert.deepEqual([ended.state, ended.done, ended.failed, ended.total], ['done', 10, 2, 12]);
    assert.deepEqual(
      await written(ids),
      ids.map((id) => (refused.has(id) ? 0 : 1)),
    );
    assert.deepEqual(
      await statesOf(run),
      ids.map((id) => (refused.has(id) ? ['failed', 'task.not_found'] : ['done', null])),
    );
    assert.deepEqual(afterwards.toSorted(), ids.toSorted());
    assert.deepEqual(ended.request, { note: 'hello' });
  });

  test('BEY-05 an item that fails unexpectedly is tried three times, and the rest goes on', async () => {
    reset();
    const ids = newIds(3);
    unlucky = new Map([
      [ids[0]!, 2],
      [ids[1]!, 3],
    ]);
    const run = await start(ids);
    await work(run);
    assert.deepEqual(await statesOf(run), [
      ['done', null],
      ['failed', 'server.error'],
      ['done', null],
    ]);
    assert.deepEqual(await written(ids), [1, 0, 1]);
  });

  test('BEY-05 a dry run leaves nothing but its results, and the items that passed can be run', async () => {
    reset();
    const ids = newIds(3);
    refused = new Set([ids[1]!]);
    const dry = await start(ids, 'dry');
    await work(dry);
    assert.deepEqual(await written(ids), [0, 0, 0]);
    assert.deepEqual(afterwards, []);
    const passed = await as(ann, (call) => passedDryRun(call, notes, dry.id));
    assert.deepEqual(
      passed.items.map(({ id }) => id),
      [ids[0], ids[2]],
    );
    await assert.rejects(
      as(tenant.people.bob!, (call) => passedDryRun(call, notes, dry.id)),
      { code: 'instance.not_found' },
    );
    await assert.rejects(
      as(ann, (call) => retryRun(call, notes, dry.id, 0)),
      { code: 'instance.not_found' },
    );
  });

  test('BEY-05 retrying takes what failed or was skipped, also of a stopped run', async () => {
    reset();
    const ids = newIds(4);
    refused = new Set([ids[2]!]);
    const run = await start(ids);
    assert.equal(await work(run, { milliseconds: -1 }), 'unfinished');
    await assert.rejects(
      as(ann, (call) => retryRun(call, notes, run.id, 0)),
      { code: 'mass.nothing_failed' },
    );
    await work(run);
    const again = await as(ann, (call) => retryRun(call, notes, run.id, 0));
    assert.deepEqual([again.total, again.retry_of, again.request], [1, run.id, { note: 'hello' }]);
    const stopped = await as(ann, (call) => cancelRun(call, notes, again.id));
    assert.equal(stopped.state, 'stopped');
    assert.deepEqual(await statesOf(stopped), [['skipped', null]]);
    refused = new Set();
    const last = await as(ann, (call) => retryRun(call, notes, again.id, 0));
    await work(last);
    assert.deepEqual(await written(ids), [1, 1, 1, 1]);
    await assert.rejects(
      as(ann, (call) => retryRun(call, notes, last.id, 0)),
      { code: 'mass.nothing_failed' },
    );
  });

  test('BEY-06 a deferred run waits until it is due, and undone it does nothing', async () => {
    reset();
    const ids = newIds(2);
    const handler = deferredRuns(kinds)['notes.run']!;
    const settle = async (name: 'execute' | 'undone', run: RunRow) =>
      tenant.transaction((tx) =>
        handler[name]!(tx, { subjectId: run.id } as Parameters<typeof handler.execute>[1], tenant.clock.now),
      );
    const kept = await start([ids[0]!], 'run', notes, 10);
    const undone = await start([ids[1]!], 'run', notes, 10);
    assert.deepEqual([kept.state, typeof kept.held_id], ['held', 'string']);
    await work(kept);
    assert.deepEqual(await written(ids), [0, 0]);
    await settle('execute', kept);
    await settle('undone', undone);
    for (const run of [kept, undone]) await work(run);
    assert.deepEqual(await written(ids), [1, 0]);
    assert.equal((await read(undone)).state, 'stopped');
  });

  test('SEC-01 a run is seen by the user who started it and by its own kind only', async () => {
    reset();
    const run = await start(newIds(1));
    const other = await start(newIds(1), 'run', others);
    await assert.rejects(read(run, others), { code: 'instance.not_found' });
    await assert.rejects(
      as(tenant.people.bob!, (call) => visibleRun(call, notes, run.id)),
      { code: 'instance.not_found' },
    );
    const listed = await as(ann, (call) => listRuns(call, notes, { limit: 100 }));
    assert.ok(listed.rows.some(({ id }) => id === run.id) && !listed.rows.some(({ id }) => id === other.id));
    const url = '/api/mass-task-action/runs';
    assert.deepEqual((await ann.get(url)).body.items, []);
    assert.equal((await ann.get(`${url}/${run.id}`)).body.code, 'mass.not_found');
    // A server that does not know the kind leaves the run to those that do.
    await assert.rejects(
      workOnRun(tenant.context, [notes], tenant.tenantId, other.id, MINUTE),
      /There is no kind of run others\./,
    );
    assert.equal((await read(other, others)).state, 'queued');
    await work(other);
    assert.equal((await read(other, others)).state, 'done');
  });
});
