import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { addTenant, onDatabase } from '../../../../../test/support/databases.ts';
import { type Reads, watchReads } from '../../../../../test/support/reads.ts';

const MANY = 25_000;

onDatabase('the search for words', (db) => {
  test('a search returns texts that contain the words, newest first, and a rare word reads only its own texts', async () => {
    const others = await addTenant(db(), 'searched-others');
    const scope = await addTenant(db(), 'searched');
    const fill = (kind: string) => sql`INSERT INTO search_text (kind, id, body)
      SELECT ${kind}::text, uuid7(), 'common words of number ' || n || CASE WHEN n % 5000 = 17 THEN ' quixotic' ELSE '' END
        || CASE WHEN n % 7 = 0 THEN ' a_b 50% off' ELSE '' END FROM generate_series(1, ${MANY}::int) n`;
    await db().tenantTransaction(others, (tx) => fill('text').execute(tx));
    await db().tenantTransaction(scope, (tx) => fill('text').execute(tx));
    await db().tenantTransaction(scope, (tx) => fill('another').execute(tx));
    await db().ownerTransaction((tx) => sql`ANALYZE search_text`.execute(tx));
    const patterns = [
      '%quixotic%',
      '%QUIXOTIC%',
      '%common%',
      '%number 12%',
      '%50\\%%',
      '%a\\_b%',
      '%ix%',
      '%nothing at all%',
      '%',
    ];
    for (const pattern of patterns) {
      for (const limit of [3, 20_000, null]) {
        const [{ rows: found }, { rows: wanted }] = await db().tenantTransaction(scope, async (tx) => [
          await sql<{ id: string }>`SELECT search_ids('text', ${pattern}, ${limit}) AS id`.execute(tx),
          await sql<{ id: string }>`SELECT id FROM search_text WHERE kind = 'text' AND body LIKE lower(${pattern})
            ORDER BY id DESC LIMIT ${limit}`.execute(tx),
        ]);
        // Without a limit all are found, in any order.
        const newestFirst = ({ id: a }: { id: string }, { id: b }: { id: string }) => (a < b ? 1 : -1);
        const rows = limit === null ? found.toSorted(newestFirst) : found;
        assert.deepEqual(rows, wanted, `${pattern} ${limit}`);
      }
    }
    for (const limit of [20_000, null]) {
      const reads: Reads[] = [];
      await watchReads(db(), (seen) => reads.push(...seen)).tenantTransaction(scope, (tx) =>
        sql`SELECT search_ids('text', '%quixotic%', ${limit})`.execute(tx),
      );
      const read = reads.reduce((sum, one) => sum + one.sequential + one.found, 0);
      assert.ok(read > 0 && read < 200, `${read} texts were read for 5, at most ${limit}`);
    }
  });
});
