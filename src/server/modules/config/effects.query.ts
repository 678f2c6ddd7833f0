import { type RawBuilder, sql } from 'kysely';
import type { StepEffect } from '../../../shared/contracts/config.rules.ts';
import type { Tx } from '../../platform/database.ts';
import { isSame, type Json } from './canonical.rules.ts';
import type { Effect, StoredStep } from './changes.store.ts';

/** Rows of one object are counted up to this. */
const COUNTED = 100_000;

interface Question {
  readonly kind: string;
  readonly code: StepEffect;
  readonly concerns: (step: StoredStep) => boolean;
  /** Rows that the step of the object `key.id` affects. */
  readonly rows: RawBuilder<unknown>;
}

/** Whether the step gives a present object another value of a member. */
const changes =
  (member: string) =>
  ({ action, current, file, result }: StoredStep): boolean => {
    const after = action === 'conflict' ? file : result;
    if (action === 'keep' || !current || !after) return false;
    return !isSame((current[member] ?? null) as Json, (after[member] ?? null) as Json);
  };

const QUESTIONS: readonly Question[] = [
  {
    kind: 'processes',
    code: 'cases',
    concerns: changes('bpmn'),
    rows: sql`SELECT 1 FROM process_instance i WHERE i.process_key = key.id AND i.status IN ('active', 'incident')`,
  },
  {
    kind: 'forms',
    code: 'tasks',
    concerns: changes('body'),
    rows: sql`SELECT 1 FROM task t WHERE t.form_id = key.id AND t.ended_at IS NULL`,
  },
  {
    kind: 'forms',
    code: 'draft',
    concerns: ({ action, current }) => action !== 'keep' && current !== null,
    rows: sql`SELECT 1 FROM form f JOIN form_version v ON v.form_id = f.id AND v.number = f.published
      WHERE f.id = key.id AND f.draft <> v.body`,
  },
  {
    kind: 'registries',
    code: 'records',
    concerns: changes('columns'),
    rows: sql`SELECT 1 FROM record r WHERE r.registry_id = key.id`,
  },
  {
    kind: 'groups',
    code: 'members',
    concerns: ({ action }) => action === 'remove',
    rows: sql`SELECT 1 FROM group_member m WHERE m.group_id = key.id`,
  },
];

/** Adds what applying a step means for cases, tasks, records, drafts and members. */
export async function withEffects(tx: Tx, steps: readonly StoredStep[]): Promise<StoredStep[]> {
  const found = new Map<StoredStep, Effect[]>();
  for (const { kind, code, concerns, rows } of QUESTIONS) {
    const concerned = steps.filter((step) => step.kind === kind && concerns(step));
    if (concerned.length === 0) continue;
    const keys = concerned.map(({ key }) => key);
    const counted = await sql<{ id: string; count: number }>`SELECT key.id,
        (SELECT count(*)::int FROM (${rows} LIMIT ${sql.lit(COUNTED)}) affected) AS count
      FROM unnest(${keys}::text[]) AS key (id)`.execute(tx);
    for (const { id, count } of counted.rows) {
      const step = concerned.find(({ key }) => key === id)!;
      if (count > 0) found.set(step, [...(found.get(step) ?? []), { code, count }]);
    }
  }
  return steps.map((step) => {
    const effects = found.get(step);
    return effects ? { ...step, effects } : step;
  });
}
