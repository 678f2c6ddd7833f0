import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import { sql } from 'kysely';
import { applyPlan } from '../../src/server/modules/config/apply.ts';
import { archiveOf } from '../../src/server/modules/config/archive.rules.ts';
import { readArchive } from '../../src/server/modules/config/archive-reader.ts';
import { readBase, readChange } from '../../src/server/modules/config/changes.store.ts';
import { readLine } from '../../src/server/modules/config/config.store.ts';
import { readConfiguration } from '../../src/server/modules/config/configuration.query.ts';
import { objectsOf, type PlanInput, stateDigest, storePlan } from '../../src/server/modules/config/plan.ts';
import { compileModels } from '../../src/server/modules/config/run-steps.ts';
import type { Tx } from '../../src/server/platform/database.ts';
import type { OuterCall } from '../../src/server/platform/http/call-within.ts';
import type { CallerSession } from '../../src/server/platform/session.ts';
import { uuid7 } from '../../src/server/platform/uuid.ts';
import { onDatabase } from '../support/databases.ts';
import { createTestTenant, type TestTenant } from '../support/test-tenant.ts';
import { randomFiles } from './random-files.ts';
import { configure, prepareEmpty } from './sample.ts';

const PAIRS = 200;
const KILLS = 50;

onDatabase('changes of the configuration as transactions', (db) => {
  let source: TestTenant;

  before(async () => {
    source = await createTestTenant(db(), 'acme', { ann: ['chiefs'], pia: ['verva.admin', 'admin'] });
    await configure(source, source.people.pia!);
  });
  after(() => source?.app.close());

  const empty = (slug: string): Promise<TestTenant> =>
    createTestTenant(db(), slug, { zoe: ['verva.admin', 'admin'] }, source);
  /** Runs as a request of the organisation's provider. */
  const asProvider = async <T>(
    { tenantId, people, context, clock }: TestTenant,
    work: (call: OuterCall) => Promise<T>,
  ): Promise<T> => {
    const token = (await people.zoe!.authorization()).replace('Bearer ', '');
    const session: CallerSession = await context.verifier.verify(token, { address: 'test' });
    const request = { headers: {}, session } as never;
    return db().tenantTransaction({ tenantId, userId: session.userId }, (tx) =>
      work({ tx, session, request, context, now: clock.now }),
    );
  };
  const inputOf = async (tx: Tx, bytes: Buffer): Promise<PlanInput> => {
    const { line, objects } = await readArchive(bytes);
    const kinds = new Set(objects.map(({ kind }) => kind.id));
    const options = { prune: true, overwrite: true };
    return {
      line,
      fileSha256: 'x',
      file: objectsOf(objects),
      base: await readBase(tx, line),
      kinds,
      options,
      rollbackOf: null,
    };
  };
  const stateOf = (tx: Tx) => readConfiguration(tx).then(stateDigest);
  const NO_MODELS = new Map();

  const apply = async (call: OuterCall, bytes: Buffer): Promise<string> => {
    const id = await storePlan(call, await inputOf(call.tx, bytes), NO_MODELS);
    assert.deepEqual((await readChange(call.tx, id))?.faults, []);
    await applyPlan(call, id, [], NO_MODELS);
    return id;
  };
  const rollBack = async (call: OuterCall, id: string): Promise<void> => {
    const { before: file, after: base, line, fileSha256 } = (await readChange(call.tx, id))!;
    const kinds = new Set(file!.map(({ kind }) => kind));
    const options = { prune: true, overwrite: false };
    const input = { line, fileSha256, file: file!, base: base!, kinds, options, rollbackOf: id };
    const planned = await storePlan(call, input, NO_MODELS);
    const { steps, faults } = (await readChange(call.tx, planned))!;
    assert.deepEqual([faults, steps.filter(({ action }) => action === 'conflict')], [[], []]);
    await applyPlan(call, planned, [], NO_MODELS);
  };

  test(`BEY-22 BEY-29 applying any of ${PAIRS} generated files and rolling back restores the bytes`, async () => {
    const target = await empty('pairs');
    const next = randomFiles(uuid7(), 20261127);
    let changed = 0;
    await asProvider(target, (call) => apply(call, next()));
    for (let pair = 0; pair < PAIRS; pair += 1) {
      await asProvider(target, async (call) => {
        const file = next();
        const id = await apply(call, file);
        const { currentSha256: from } = (await readChange(call.tx, id))!;
        const present = await readConfiguration(call.tx);
        const left = objectsOf(present).filter(({ kind, key }) => !(kind === 'groups' && RIGHTS.has(key)));
        assert.deepEqual(left, objectsOf((await readArchive(file)).objects), `pair ${pair}`);
        if (stateDigest(present) !== from) changed += 1;
        await rollBack(call, id);
        assert.equal(await stateOf(call.tx), from, `pair ${pair}`);
        // The next pairs start from this file.
        if (pair % 5 === 0) await apply(call, file);
      });
    }
    assert.ok(changed > PAIRS * 0.9);
  });

  test(`BEY-22 a failure at any of ${KILLS} statements of an apply leaves nothing`, async () => {
    const target = await empty('killed');
    await target.transaction(prepareEmpty);
    const file = await source.transaction(async (tx) => archiveOf(await readLine(tx), await readConfiguration(tx)));
    const models = await compileModels(target.context, target.tenantId, objectsOf((await readArchive(file)).objects));
    const [id, from] = await asProvider(target, async (call) => {
      const { options, ...input } = await inputOf(call.tx, file);
      return [
        await storePlan(call, { ...input, options: { prune: false, overwrite: false } }, models),
        await stateOf(call.tx),
      ] as const;
    });
    const applyUntil = (last: number) =>
      asProvider(target, async (call) => {
        const stop = stopAt(last);
        await applyPlan({ ...call, tx: call.tx.withPlugin(stop.plugin) }, id, [], models);
        // The last failure is between the last statement and the commit.
        throw new Stopped(stop.count());
      }).catch((error: unknown) => {
        if (!(error instanceof Stopped)) throw error;
        return error.statements;
      });
    const statements = await applyUntil(Number.POSITIVE_INFINITY);
    assert.ok(statements > 200, String(statements));
    for (let kill = 0; kill <= KILLS; kill += 1) {
      await applyUntil(Math.ceil((statements * kill) / KILLS));
      await target.transaction(async (tx) => {
        assert.equal(await stateOf(tx), from);
        assert.equal((await readChange(tx, id))?.state, 'planned');
      });
    }
    const { rows } = await target.transaction((tx) =>
      sql`SELECT 1 FROM config_base UNION ALL SELECT 1 FROM audit_log WHERE verb LIKE 'config%'`.execute(tx),
    );
    assert.equal(rows.length, 0);
    await asProvider(target, (call) => applyPlan(call, id, [], models));
    assert.notEqual(await target.transaction(stateOf), from);
  });
});

/** Groups that the generated files leave alone. */
const RIGHTS = new Set(['admin', 'verva.admin']);

class Stopped extends Error {
  readonly statements: number;
  constructor(statements: number) {
    super('stopped');
    this.statements = statements;
  }
}

/** Fails instead of sending a statement after the given number of them. */
function stopAt(last: number): { readonly plugin: KyselyPlugin; readonly count: () => number } {
  let count = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (count >= last) throw new Stopped(count);
      count += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { plugin, count: () => count };
}
