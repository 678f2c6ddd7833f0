import { parseArgs } from 'node:util';

export interface ReplayOptions {
  readonly file: string;
  /** As given; undefined: the whole log. */
  readonly until: string | undefined;
  readonly people: number;
  readonly url: string | undefined;
  readonly twice: boolean;
  readonly kill: number;
  /** Number of servers on the same database; the last one is killed. */
  readonly servers: number;
  /** Of ten completions, one is undone and repeated, and one is deferred until the server carries it out. */
  readonly undo: boolean;
  /** Afterwards a user covers for another, with the tasks that `until` left open. */
  readonly delegate: boolean;
  readonly databaseUrl: string | undefined;
  readonly dataDir: string | undefined;
}

export const USAGE = `Usage: npm run replay -- LOG.csv [options]

  --until DATE         events after it do not happen; their cases remain open
  --people N           cases driven at once (8)
  --twice              sends every completion twice, by turns with the same idempotency key and with another
  --kill N             kills the server N times without warning, and starts it again
  --servers N          N servers on one database, asked by turns; the last of them is the one that is killed (1)
  --undo               of ten completions one is undone and repeated, and one is deferred for a second and executed by the server
  --delegate           somebody stands in for the busiest person afterwards; needs --until, which leaves tasks open
  --database-url URL   PostgreSQL instead of PGlite
  --data-dir DIR       keeps what was replayed here, for a look with npm start (DATA_DIR=DIR)
  --url URL            drives the server that runs there instead of an own one; needs --database-url, its database`;

/** Throws an Error whose message explains the fault in the command line. */
export function readOptions(args: readonly string[]): ReplayOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      until: { type: 'string' },
      people: { type: 'string', default: '8' },
      url: { type: 'string' },
      twice: { type: 'boolean', default: false },
      kill: { type: 'string', default: '0' },
      servers: { type: 'string', default: '1' },
      undo: { type: 'boolean', default: false },
      delegate: { type: 'boolean', default: false },
      'database-url': { type: 'string' },
      'data-dir': { type: 'string' },
    },
  });
  const [file] = positionals;
  if (!file || positionals.length > 1) throw new Error('Name one log.');
  if (values.until !== undefined && Number.isNaN(Date.parse(values.until)))
    throw new Error(`--until ${values.until} is not a date.`);
  if (values.url && !values['database-url'])
    throw new Error('--url requires --database-url: users are created in the database.');
  if (values.url && values.kill !== '0')
    throw new Error('--kill starts its own server and cannot be combined with --url.');
  if (values.servers !== '1' && (!values['database-url'] || values.url))
    throw new Error('--servers requires --database-url and cannot be combined with --url.');
  if (values.delegate && values.until === undefined)
    throw new Error('--delegate requires --until, which leaves tasks open.');
  return {
    file,
    until: values.until,
    people: whole('--people', values.people, 1, 200),
    url: values.url,
    twice: values.twice,
    kill: whole('--kill', values.kill, 0, 1000),
    servers: whole('--servers', values.servers, 1, 8),
    undo: values.undo,
    delegate: values.delegate,
    databaseUrl: values['database-url'],
    dataDir: values['data-dir'],
  };
}

function whole(name: string, text: string, min: number, max: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < min || number > max)
    throw new Error(`${name} must be a whole number from ${min} to ${max}.`);
  return number;
}
