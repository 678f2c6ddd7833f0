import { sql } from 'kysely';
import { json, type Tx } from '../../../platform/database.ts';
import { storableInstant } from '../../../platform/instants.ts';
import type { Item, State } from '../engine/model.ts';
import type { Changes } from './changes.ts';

/** Stores in the tasks of these instances when their next timer fires, where that time has changed. */
export async function saveEscalations(tx: Tx, changes: Changes): Promise<void> {
  const rows = [...changes.instances.values()].flatMap(({ instance, isNew, state }) => {
    const before = isNew ? new Map<string, string | null>() : escalationsOf(instance.state);
    return [...escalationsOf(state)]
      .filter(([token, at]) => at !== (before.get(token) ?? null))
      .map(([token, at]) => ({ instance_id: instance.id, token, at }));
  });
  if (rows.length === 0) return;
  await sql`
    UPDATE task t SET escalate_at = x.at
    FROM jsonb_to_recordset(${json(rows)}::jsonb) AS x(instance_id uuid, token text, at timestamptz)
    WHERE t.instance_id = x.instance_id AND t.token = x.token AND t.status IN ('open', 'held')
      AND t.escalate_at IS DISTINCT FROM x.at`.execute(tx);
}

/** The earliest timer at each waiting user task, including the timers of the loop that repeats it. */
function escalationsOf(state: State): Map<string, string | null> {
  const items = new Map(state.items.map((item) => [item.id, item]));
  const waiting = state.items.filter((item) => item.wait === 'user');
  return new Map(
    waiting.map((item) => {
      const body = item.turn === undefined || item.in === null ? undefined : items.get(item.in);
      const due = [...timersOf(item), ...timersOf(body)].sort((a, b) => Date.parse(a) - Date.parse(b))[0];
      return [String(item.id), due === undefined ? null : storableInstant(due)];
    }),
  );
}

function timersOf(item: Item | undefined): string[] {
  return Object.values(item?.subs ?? {}).flatMap((sub) => (sub.on === 'timer' ? [sub.due] : []));
}
