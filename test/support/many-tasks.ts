import { sql } from 'kysely';
import { uuid7 } from '../../src/server/platform/uuid.ts';
import { analyze } from './databases.ts';
import type { TestTenant } from './test-tenant.ts';

/**
 * Copies a case with one open task this many times, as if each had been started; returns the task ids of the copies.
 */
export async function openMany(
  tenant: Pick<TestTenant, 'context' | 'transaction'>,
  taskId: string,
  count: number,
): Promise<string[]> {
  const copies = Array.from({ length: count }, () => ({ task: uuid7(), instance: uuid7() }));
  const pairs = sql`(SELECT * FROM unnest(${copies.map((one) => one.task)}::uuid[], ${copies.map((one) => one.instance)}::uuid[])
    AS x(task_id, instance_id)) x`;
  await tenant.transaction(async (tx) => {
    await sql`
      INSERT INTO process_instance (id, process_key, number, business_key, starter_id, state, variables)
      SELECT x.instance_id, i.process_key, i.number, i.business_key, i.starter_id, i.state, i.variables
      FROM ${pairs}, process_instance i JOIN task t ON t.instance_id = i.id WHERE t.id = ${taskId}::uuid`.execute(tx);
    await sql`
      INSERT INTO task (id, name, instance_id, process_key, process_number, node_id, token, business_key, form_id, form_number, due_at)
      SELECT x.task_id, t.name, x.instance_id, t.process_key, t.process_number, t.node_id, t.token, t.business_key, t.form_id, t.form_number, t.due_at
      FROM ${pairs}, task t WHERE t.id = ${taskId}::uuid`.execute(tx);
    await sql`
      INSERT INTO task_identity_link (task_id, kind, principal, rule)
      SELECT x.task_id, l.kind, l.principal, l.rule FROM ${pairs}, task_identity_link l WHERE l.task_id = ${taskId}::uuid`.execute(
      tx,
    );
    await sql`
      INSERT INTO task_inbox (principal, task_id, due_at, priority, process_key)
      SELECT i.principal, x.task_id, i.due_at, i.priority, i.process_key FROM ${pairs}, task_inbox i WHERE i.task_id = ${taskId}::uuid`.execute(
      tx,
    );
  });
  await analyze(tenant.context.db);
  return copies.map((one) => one.task);
}
