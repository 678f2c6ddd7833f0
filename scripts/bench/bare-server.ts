// Serves the inbox list with only node:http and the driver: the same transaction and JSON, without framework or token
// verification. The benchmark starts it and passes the recorded statements and the page's cursor.
import { createServer } from 'node:http';
import pg from 'pg';

import { type InboxRow, listedTask } from '../../src/server/modules/inbox/index.ts';
import type { Statement } from './statements.ts';

const [begin, list, commit] = JSON.parse(process.env.BARE_STATEMENTS!) as [Statement, Statement, Statement];
const next = process.env.BARE_NEXT ?? null;
const viewer = { userId: process.env.BARE_USER!, timeZone: 'Europe/Tallinn', today: '', now: new Date() };
const limit = 50;
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL!, max: 10 });

const server = createServer(async (request, response) => {
  if (request.url === '/readyz') return void response.end();
  const client = await pool.connect();
  try {
    await client.query(begin.text);
    const { rows } = await client.query<InboxRow>({ name: 'list', text: list.text, values: [...list.values] });
    await client.query(commit.text);
    const items = rows.slice(0, limit).map((row) => listedTask(row, viewer));
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.end(JSON.stringify({ items, next, previous: null }));
  } catch (error) {
    response.statusCode = 500;
    response.end(String(error));
  } finally {
    client.release();
  }
});
server.listen(Number(process.env.PORT), process.env.HOST);
process.on('SIGTERM', () => process.exit(0));
