import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findingsOf, type PlanNode } from './plan-findings.ts';

const TABLES = new Map([
  ['task', new Set(['id'])],
  ['record', new Set(['id', 'owner_id'])],
]);
const findings = (plan: PlanNode) => findingsOf(plan, TABLES).map(({ table, access }) => `${table}: ${access}`);
const scan = (condition: string | undefined, more: Partial<PlanNode> = {}): PlanNode => ({
  'Node Type': 'Index Scan',
  'Relation Name': 'record',
  'Index Name': 'record_pkey',
  ...(condition === undefined ? {} : { 'Index Cond': condition }),
  ...more,
});

test('a plan that reads a table by nothing but the tenant is found, one that stops early or has a condition is not', () => {
  const whole = ['record: Index Scan for the tenant'];
  for (const tenant of ['(tenant_id = $0)', '(tenant_id = tenant())', '(r.tenant_id = $12)']) {
    assert.deepEqual(findings(scan(tenant)), whole, tenant);
  }
  assert.deepEqual(findings(scan(undefined)), whole);
  assert.deepEqual(findings(scan('((tenant_id = $0) AND (id = $1))')), []);
  assert.deepEqual(findings(scan('(tenant_id = $0)', { Filter: '((removed_at IS NULL) AND (id = $1))' })), []);
  assert.deepEqual(findings({ 'Node Type': 'Limit', Plans: [scan('(tenant_id = $0)')] }), []);
  assert.deepEqual(
    findings({ 'Node Type': 'Limit', Plans: [scan('(tenant_id = $0)', { Filter: '(title = $1)' })] }),
    whole,
  );
  assert.deepEqual(
    findings({ 'Node Type': 'Limit', Plans: [{ 'Node Type': 'Sort', Plans: [scan('(tenant_id = $0)')] }] }),
    whole,
  );
});

test('a join by a column that an index begins with is not found, by another it is', () => {
  const joined = (condition: string) =>
    findings({
      'Node Type': 'Nested Loop',
      'Join Filter': condition,
      Plans: [scan('(tenant_id = $0)', { Alias: 'r' })],
    });
  assert.deepEqual(joined('(r.id = t.record_id)'), []);
  assert.deepEqual(joined('((t.record_id = r.id) AND (t.status = $1))'), []);
  const whole = ['record: Index Scan for the tenant'];
  assert.deepEqual(joined('(r.title = t.name)'), whole);
  assert.deepEqual(joined('(r.tenant_id = t.tenant_id)'), whole);
  // Of another table.
  assert.deepEqual(joined('(t.id = x.task_id)'), whole);
});

test('partitions count as their table, tables of no tenant and small ones not at all', () => {
  assert.deepEqual(findings({ 'Node Type': 'Seq Scan', 'Relation Name': 'task_2026_q4' }), ['task: Seq Scan']);
  assert.deepEqual(findings({ 'Node Type': 'Seq Scan', 'Relation Name': 'language' }), []);
  const bitmap: PlanNode = {
    'Node Type': 'Bitmap Index Scan',
    'Index Name': 'record_owner',
    'Index Cond': '(tenant_id = $0)',
  };
  assert.deepEqual(findings({ 'Node Type': 'Bitmap Heap Scan', 'Relation Name': 'record', Plans: [bitmap] }), [
    'record: Bitmap Index Scan for the tenant',
  ]);
});
