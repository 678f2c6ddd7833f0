import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { bpmn, end, sequence, start, userTask } from '../../../../test/support/bpmn.ts';
import { onDatabase } from '../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';
import type { Endpoint } from '../../../shared/contracts/endpoint.ts';
import type { Look } from '../../../shared/contracts/looks.contract.ts';
import { expireAudit } from '../audit/index.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const SICK_NOTE = bpmn('sick', sequence(start, userTask('check', 'camunda:candidateGroups="hr"'), end));
/** Every operation of the contracts that reads one task. */
async function taskReads(): Promise<string[]> {
  const found: string[] = [];
  for (const file of globSync('src/shared/contracts/*.contract.ts', { cwd: ROOT })) {
    const contract = (await import(join(ROOT, file))) as Record<string, Partial<Endpoint> | undefined>;
    for (const one of Object.values(contract)) {
      if (one?.method === 'GET' && one.path?.startsWith('/api/tasks/') && one.path.includes('{')) found.push(one.path);
    }
  }
  return [...new Set(found)].sort();
}

interface Row {
  readonly userId: string;
  readonly subject: string | null;
  readonly kind: string;
  readonly entityId: string;
  readonly confidential: string | null;
}

onDatabase('who has viewed protected data', (db) => {
  let yard: TestTenant;
  let other: TestTenant;
  let mart: Person;
  let helen: Person;
  let chief: Person;
  let task: string;

  before(async () => {
    const members = { mart: [], helen: ['hr', 'employee_management_admin'], chief: ['admin'], olga: ['hr'] };
    yard = await createTestTenant(db(), 'yard', members);
    other = await createTestTenant(db(), 'strangers', { eva: ['admin'] }, yard);
    ({ mart, helen, chief } = yard.people as Record<'mart' | 'helen' | 'chief', Person>);
    await yard.deploy(SICK_NOTE);
    task = await open();
  });

  async function open(): Promise<string> {
    const { tasks } = await yard.startInstance({
      ...{ key: 'sick', businessKey: null, variables: { requester: mart.username } },
    });
    const { id } = tasks[0]!;
    await yard.transaction((tx) => sql`UPDATE task SET confidential = 'health' WHERE id = ${id}::uuid`.execute(tx));
    return id;
  }
  const rows = async (tenant = yard): Promise<Row[]> => {
    const found = await tenant.transaction((tx) =>
      sql<Row>`SELECT user_id AS "userId", subject_id AS subject, kind, entity_id AS "entityId", confidential FROM look_log
        ORDER BY at, id`.execute(tx),
    );
    return found.rows;
  };
  const forget = () =>
    db().ownerTransaction(async (tx) => {
      await sql`ALTER TABLE look_log DISABLE TRIGGER frozen`.execute(tx);
      await sql`ALTER TABLE look_log NO FORCE ROW LEVEL SECURITY`.execute(tx);
      await sql`DELETE FROM look_log`.execute(tx);
      await sql`ALTER TABLE look_log ENABLE TRIGGER frozen`.execute(tx);
      await sql`ALTER TABLE look_log FORCE ROW LEVEL SECURITY`.execute(tx);
    });
  const listOf = async (who: Person): Promise<Look[]> => (await who.get('/api/looks')).body.looks;

  test('AUD-01 every operation that reads a confidential task records the view, in the transaction of the answer', async () => {
    const reads = await taskReads();
    assert.ok(reads.length >= 8, String(reads));
    for (const path of reads) {
      await forget();
      const id = await open();
      const { status } = await helen.get(path.replace(/\{\w+\}/, id));
      assert.equal(status, 200, path);
      const viewed = { userId: helen.userId, subject: mart.userId, kind: 'task', entityId: id, confidential: 'health' };
      assert.deepEqual(await rows(), [viewed], path);
    }
  });

  test('AUD-01 exported lists of users and the contents of the audit log leave a view, other lists do not', async () => {
    await forget();
    for (const list of ['/api/records/people', '/api/records/companies']) {
      const { status, body } = await chief.post('/api/downloads', { list });
      assert.equal(status, 201, list);
      assert.equal((await yard.app.inject({ method: 'GET', url: body.url })).statusCode, 200, list);
    }
    assert.equal((await chief.get('/api/records/audit')).status, 200);
    const viewed = (await rows()).map(({ kind, userId, subject }) => [kind, userId, subject]);
    assert.deepEqual(viewed.sort(), [
      ['audit_log', chief.userId, null],
      ['people', chief.userId, null],
    ]);
  });

  test('AUD-01 a refused request, an own case and a task without protection leave no view', async () => {
    await forget();
    const olga = yard.people.olga!;
    await chief.send('PUT', '/api/rights/settings', '{"confidentialNeedsGroup":true,"selfRename":true}', {
      'content-type': 'application/json',
    });
    assert.equal((await chief.get(`/api/tasks/${task}`)).status, 404);
    await yard.transaction((tx) =>
      sql`UPDATE task SET assignee_id = ${mart.userId}::uuid WHERE id = ${task}::uuid`.execute(tx),
    );
    await yard.transaction((tx) =>
      sql`INSERT INTO task_identity_link (task_id, kind, principal) VALUES (${task}::uuid, 'participant', ${`u:${mart.userId}`})`.execute(
        tx,
      ),
    );
    assert.equal((await mart.get(`/api/tasks/${task}`)).status, 200);
    const { tasks } = await yard.startInstance({ key: 'sick', businessKey: null, variables: {} });
    assert.equal((await olga.get(`/api/tasks/${tasks[0]!.id}`)).status, 200);
    assert.deepEqual(await rows(), []);
  });

  test('AUD-01 several requests at once within ten minutes are one view', async () => {
    await forget();
    const id = await open();
    await Promise.all([1, 2, 3, 4, 5].map(() => helen.get(`/api/tasks/${id}`)));
    await helen.get(`/api/tasks/${id}/form`);
    const count = (await rows()).length;
    // The ten minutes can end between two requests.
    assert.ok(count >= 1 && count <= 2, String(count));
  });

  test('AUD-01 the person concerned sees who viewed what and when, and nothing of others', async () => {
    await forget();
    const id = await open();
    await helen.get(`/api/tasks/${id}`);
    const [look, ...more] = await listOf(mart);
    assert.deepEqual(more, []);
    assert.equal(look!.viewer?.name, 'Helen');
    assert.deepEqual([look!.kind, look!.process], ['Health data', 'sick']);
    assert.deepEqual(await listOf(helen), []);
    assert.deepEqual(await listOf(other.people.eva!), []);
    assert.deepEqual(await rows(other), []);
  });

  test('AUD-01 views are found in the audit log by their verb, and only there', async () => {
    await forget();
    const id = await open();
    await helen.get(`/api/tasks/${id}`);
    const { items } = (await chief.get('/api/records/audit?verb=eq:look&entity=eq:task')).body;
    assert.deepEqual(
      items.map((one: Record<string, { name: string } & string>) => [
        one.verb,
        one.actor!.name,
        one.subject!.name,
        one.entityId,
      ]),
      [['look', 'Helen', 'Mart', id]],
    );
    const both = (await chief.get('/api/records/audit?verb=in:look,insert&limit=200')).body.items;
    const verbs = new Set(both.map(({ verb }: { verb: string }) => verb));
    assert.deepEqual([...verbs].sort(), ['insert', 'look']);
    const all = (await chief.get('/api/records/audit?limit=200')).body.items;
    assert.equal(
      all.some(({ verb }: { verb: string }) => verb === 'look'),
      false,
    );
    const foreign = (await other.people.eva!.get('/api/records/audit?verb=eq:look&entity=eq:task')).body.items;
    assert.deepEqual(foreign, []);
    assert.equal((await chief.get('/api/records/audit?verb=eq:look&sort=at:asc&count=true')).status, 200);
  });

  test('AUD-01 views cannot be changed or removed, and go with the audit log', async () => {
    await forget();
    const id = await open();
    await helen.get(`/api/tasks/${id}`);
    for (const statement of [sql`UPDATE look_log SET kind = 'x'`, sql`DELETE FROM look_log`]) {
      await assert.rejects(
        yard.transaction((tx) => statement.execute(tx)),
        { code: '42501' },
      );
    }
    const { numAffectedRows } = await db().systemTransaction((tx) => sql`DELETE FROM look_log`.execute(tx));
    assert.equal(numAffectedRows, 0n, 'the policy keeps rows that are not expired');
    await yard.transaction((tx) =>
      sql`INSERT INTO look_log (id, at, user_id, kind, entity_id)
        SELECT uuid_floor(now() - interval '11 years'), now() - interval '11 years', ${helen.userId}::uuid, 'task', ${id}`.execute(
        tx,
      ),
    );
    assert.equal((await rows()).length, 2);
    await expireAudit(yard.context);
    assert.equal((await rows()).length, 1);
  });
});
