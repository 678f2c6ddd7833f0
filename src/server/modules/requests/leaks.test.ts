import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { bpmn, end, sequence, start, userTask } from '../../../../test/support/bpmn.ts';
import { onDatabase } from '../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';
import { startInstance } from '../processes/index.ts';

/** Generated cases; CASES=500 runs more. */
const CASES = Number(process.env.CASES ?? 60);
const SHOWN = ['person', 'group', 'none'] as const;
const HOLDERS = ['carla', 'conny', 'chief'] as const;
/** Texts that no answer to a requester may contain. */
const SECRETS = ['SECRET-COMMENT', 'SECRET-VARIABLE', 'SECRET-REASON', 'SECRET-VALUE'];

/** A linear congruential generator, so that a failure can be repeated. */
function drawFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

onDatabase('what requesters see', (db) => {
  let tenant: TestTenant;
  let rita: Person;

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', {
      rita: [],
      carla: ['secretgroup'],
      conny: ['secretgroup'],
      chief: [],
    });
    rita = tenant.people.rita!;
    for (const shown of SHOWN) {
      for (let steps = 1; steps <= 3; steps += 1) {
        const tasks = Array.from({ length: steps }, (_, index) =>
          userTask(
            `step${index}`,
            index % 2 === 0
              ? 'verva:candidateGroups="secretgroup" verva:outcomes="yes,no"'
              : 'verva:assignee="=chief" verva:stage="Decision"',
          ),
        );
        const model = sequence(start, ...tasks, end);
        await tenant.deploy(bpmn(`${shown}${steps}`, model, `verva:peopleShown="${shown}" verva:withdraw="always"`));
      }
    }
  });

  test(`CAT-02 answers to requesters have no internal comments, variables or hidden names, in ${CASES} generated cases`, async () => {
    const faults: string[] = [];
    for (let seed = 1; seed <= CASES; seed += 1) {
      const draw = drawFrom(seed);
      const shown = SHOWN[draw(3)]!;
      const id = await begin(`${shown}${1 + draw(3)}`);
      const isConfidential = draw(5) === 0;
      if (isConfidential) await makeConfidential(id);
      for (let step = draw(4); step > 0; step -= 1) await work(id, draw, { isConfidential, clerk: HOLDERS[seed % 2]! });
      if (draw(6) === 0) await rita.post(`/api/requests/${id}/withdraw`, { reason: 'Own reason' });
      const answers = [(await rita.get(`/api/requests/${id}`)).body];
      answers.push((await rita.get('/api/requests?limit=200')).body.items.find((one: { id: string }) => one.id === id));
      for (const part of ['history', 'form', 'documents', 'comments']) {
        const { status, body } = await rita.get(`/api/requests/${id}/${part}`);
        assert.equal(status, 200);
        // A reply in the conversation is meant for the requester.
        answers.push(body);
      }
      const text = JSON.stringify(answers).toLowerCase();
      const names = HOLDERS.flatMap((one) => [one, tenant.people[one]!.userId]);
      const hidden = [
        ...SECRETS,
        ...(shown !== 'person' || isConfidential ? names : []),
        ...(shown === 'none' || isConfidential ? ['secretgroup'] : []),
      ];
      faults.push(
        ...hidden.filter((one) => text.includes(one.toLowerCase())).map((one) => `case ${seed} (${shown}): ${one}`),
      );
    }
    assert.deepEqual(faults, []);
  });

  async function begin(key: string): Promise<string> {
    const variables = { chief: tenant.people.chief!.username, note: 'SECRET-VARIABLE' };
    const who = { tenantId: tenant.tenantId, userId: rita.userId };
    const started = await db().tenantTransaction(who, (tx) =>
      startInstance(tx, { ...tenant.scope(), userId: rita.userId }, { key, businessKey: null, variables }),
    );
    return started.instanceId;
  }

  /** Does something with the open task of a case: comments, replies, claims, completes. */
  async function work(
    id: string,
    draw: (below: number) => number,
    { isConfidential, clerk }: { readonly isConfidential: boolean; readonly clerk: string },
  ): Promise<void> {
    const { rows } = await tenant.transaction((tx) =>
      sql<{ id: string; node: string }>`
        SELECT id, node_id AS node FROM task WHERE instance_id = ${id}::uuid AND status = 'open'`.execute(tx),
    );
    const [task] = rows;
    if (!task) return;
    const holder = tenant.people[task.node === 'step1' ? 'chief' : clerk]!;
    await holder.post(`/api/tasks/${task.id}/comments`, { text: 'SECRET-COMMENT' });
    if (draw(2) === 0) await holder.post(`/api/tasks/${task.id}/replies`, { text: 'Reply' });
    if (draw(2) === 0) await holder.post(`/api/tasks/${task.id}`, { action: 'claim' });
    if (draw(3) > 0) {
      const outcome = task.node === 'step1' ? 'complete' : 'no';
      const { status, body } = await holder.post(`/api/tasks/${task.id}`, {
        action: 'complete',
        outcome,
        comment: 'SECRET-REASON',
      });
      assert.equal(status, 200, JSON.stringify(body));
      if (isConfidential) await makeConfidential(id);
    }
  }

  const makeConfidential = (id: string) =>
    tenant.transaction((tx) => sql`UPDATE task SET confidential = 'pay' WHERE instance_id = ${id}::uuid`.execute(tx));
});
