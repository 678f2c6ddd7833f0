// npm run check:plans [-- TEST FILE …]: runs tests of the server, by default those of all modules and of the replay, on a PostgreSQL
// that logs the plan of each statement, also inside functions, and prints each statement that reads a large table of a tenant
// from one end to the other. Sequential scans, hash and merge joins are discouraged, so what is left is served by no index.
// Ends with 1 when one is found that test/scans/allowed.ts does not justify.
import { spawn } from 'node:child_process';
import { createReadStream, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { migrations } from '../src/server/migrations/index.ts';
import { ALLOWED_PLANS } from '../test/scans/allowed.ts';
import { SMALL } from '../test/scans/fill.ts';
import { findingsOf, type LoggedPlan } from '../test/scans/plan-findings.ts';
import { freshDatabase, postgresBinaries, startCluster } from '../test/support/postgres.ts';

const SETTINGS = {
  shared_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  logging_collector: 'on',
  log_destination: 'jsonlog',
  log_rotation_size: '0',
  log_rotation_age: '0',
  log_min_messages: 'log',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  // The tables of tests are small: what a plan costs is the rows that it passes.
  cpu_tuple_cost: '10',
  cpu_index_tuple_cost: '10',
  jit: 'off',
};

const root = join(import.meta.dirname, '..');
const say = (line: string) => process.stdout.write(`${line}\n`);
const files = process.argv.slice(2);
const chosen =
  files.length > 0
    ? files
    : globSync(['src/server/modules/**/*.test.ts', 'test/replay/*.test.ts'], { cwd: root }).sort();
process.env.VERVA_PG_BIN ??= postgresBinaries();
const url = await startCluster({ settings: SETTINGS });
process.env.VERVA_TEST_PG_URL = url;
// Made before the tests, which copy it: what the migrations read once is of no interest.
await freshDatabase();
const admin = new pg.Client({ connectionString: url });
await admin.connect();
const { rows: templates } = await admin.query<{ name: string }>(
  `SELECT datname AS name FROM pg_database WHERE datistemplate AND datname LIKE 'verva%'`,
);
const tenantTables = await prepareTemplate(templates[0]!.name);
const { rows: logs } = await admin.query<{ file: string; size: string }>(
  `SELECT current_setting('data_directory') || '/' || name AS file, (pg_stat_file(name)).size FROM pg_current_logfile('jsonlog') name`,
);
await admin.end();

const env = { ...process.env, NODE_ENV: 'test', FORCE_COLOR: '0', VERVA_TEST_PG_URL: url };
const args = [
  '--disable-warning=ExperimentalWarning',
  '--test-reporter=dot',
  '--test',
  '--test-concurrency=2',
  ...chosen,
];
const tests = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
const code = await new Promise<number | null>((done) => tests.on('exit', done));
if (code !== 0) say('\nSome tests failed: they expect plans or times of other settings.');

/** The product's own code and migrations, with single spaces. */
const sources = globSync('src/server/**/*.{ts,sql}', { cwd: root })
  .filter((file) => !/\.(test|support)\.ts$/.test(file))
  .map((file) => readFileSync(join(root, file), 'utf8').replace(/\s+/g, ' '))
  .join(' ');

/** Migrations read whole tables, once. */
const ofMigrations = new Set(migrations.map(({ sql }) => sql.replace(/\s+/g, ' ').trim()));

/** Each statement once. */
const seen = new Set<string>();
const found = new Map<string, string[]>();
for await (const line of createInterface({
  input: createReadStream(logs[0]!.file, { start: Number(logs[0]!.size) }),
})) {
  const at = line.indexOf(' plan:\\n{');
  if (at < 0) continue;
  const message = (JSON.parse(line) as { message: string }).message;
  const logged = JSON.parse(message.slice(message.indexOf('{'))) as LoggedPlan;
  const text = logged['Query Text'].replace(/\s+/g, ' ').trim();
  // A statement is planned several times, for the rows that exist at the time; every finding counts.
  const findings = findingsOf(logged.Plan, tenantTables).map(({ table, access }) => `${table}: ${access}`);
  seen.add(text);
  if (findings.length > 0 && isProduct(text)) found.set(text, [...new Set([...(found.get(text) ?? []), ...findings])]);
}

let unjustified = 0;
for (const [text, findings] of [...found].sort((a, b) => (a[1][0]! < b[1][0]! ? -1 : 1))) {
  const left = findings.filter(
    (finding) =>
      !ALLOWED_PLANS.some(({ statement, tables }) => statement.test(text) && tables.includes(finding.split(':')[0]!)),
  );
  if (left.length === 0) continue;
  unjustified += 1;
  say(`\n${left.join('\n')}\n  ${text.length > 700 ? `${text.slice(0, 700)} …` : text}`);
}
say(
  `\n${seen.size} statements, ${found.size} read a table of a tenant whole, ${unjustified} of them without a reason.`,
);
process.exit(unjustified > 0 ? 1 : 0);

/**
 * Makes the planner expect all rows of a table to be of one tenant: without it a condition on the tenant alone looks as good
 * as one on an id. Returns the tables that have a tenant and grow with the work of an organisation, with the columns that an
 * index begins with, after the tenant.
 */
async function prepareTemplate(database: string): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const target = new URL(url);
  target.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: target.href });
  await client.connect();
  await client.query(`INSERT INTO pg_statistic SELECT a.attrelid, a.attnum, c.relkind = 'p', 0, 4, 1, ${Array(15).fill(0).join(', ')}
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE a.attname = 'tenant_id' AND c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')`);
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT c.relname AS name, array(SELECT b.attname::text FROM pg_index i JOIN pg_attribute b ON b.attrelid = c.oid
        AND b.attnum = i.indkey[CASE WHEN i.indkey[0] = a.attnum THEN 1 ELSE 0 END] WHERE i.indrelid = c.oid) AS columns
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition`,
  );
  await client.end();
  return new Map(rows.filter(({ name }) => !SMALL.has(name)).map(({ name, columns }) => [name, new Set(columns)]));
}

/** Whether most of a statement is in the product's sources: those of the tests themselves are not of interest. */
function isProduct(text: string): boolean {
  if (ofMigrations.has(text)) return false;
  if (/^(select|update|delete|insert|with) /.test(text)) return true;
  if (text.length < 60 && !text.includes('$')) return false;
  const pieces = Array.from({ length: Math.floor(text.length / 24) }, (_, index) =>
    text.slice(index * 24, index * 24 + 24),
  );
  return pieces.filter((piece) => sources.includes(piece)).length * 2 >= pieces.length;
}
