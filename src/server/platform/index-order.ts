import { sql } from 'kysely';
import type { Tx } from './database.ts';

/**
 * Makes the planner read rows in index order for the rest of the transaction. For the first rows of an order it may sort all
 * of them; an index scan in that order ends with the row that fills the page. Statements are planned once per connection,
 * so these must always run with these settings.
 */
export async function forceIndexOrder(tx: Tx): Promise<void> {
  // Disabled plan types remain possible at a high cost, which would trigger JIT compilation.
  await sql`SELECT set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true), set_config('jit', 'off', true)`.execute(
    tx,
  );
}

/** Ends `forceIndexOrder`, for statements that select rows by their conditions and sort them afterwards. */
export async function allowEveryPlan(tx: Tx): Promise<void> {
  await sql`SET LOCAL enable_seqscan TO DEFAULT; SET LOCAL enable_bitmapscan TO DEFAULT`.execute(tx);
}
