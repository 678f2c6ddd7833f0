// Calls the API of a running server as a user, for automation; docs/operating.md has a whole example.
//   npm run --silent api -- GET /api/session < password.txt
//   npm run --silent api -- POST '/api/records/people/import?invite=true' --file people.csv --pick id < password.txt
//   npm run --silent api -- GET /api/imports/0198… --until state=done < password.txt
// VERVA_URL is the address of the server and VERVA_USERNAME the user, whose password is the first line of standard input.
// VERVA_TOKEN is an identity token to use instead of a username and password.
// Exit codes: 0 answered, 1 refused by the server (the problem is printed as JSON), 2 wrong arguments or no server.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { signIn } from './sign-in.ts';

const USAGE = `npm run --silent api -- METHOD PATH [options]
  --data JSON|@FILE       body as JSON
  --field NAME=TEXT|@FILE body of one field, a text or the contents of a file
  --file FILE             body as the file: .csv, .json or .md
  --pick NAME             prints one field of the answer instead of the whole
  --until NAME=VALUE      repeats the request each second, for ten minutes at most, until the field has this value
Environment: VERVA_URL, and VERVA_USERNAME with the password on standard input, or VERVA_TOKEN.`;

const TYPES: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.json': 'application/json',
  '.md': 'text/markdown',
};
const UNTIL_LIMIT_MS = 600_000;

class UsageError extends Error {}

/** Splits `name=value` at the first equals sign. */
function pairOf(text: string, option: string): readonly [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError(`--${option} is NAME=VALUE.`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** The text, or the contents of the file that `@` names. */
const contentsOf = (text: string) => (text.startsWith('@') ? readFileSync(text.slice(1), 'utf8') : text);

interface Body {
  readonly type: string;
  readonly content: string;
}

interface BodyOptions {
  readonly data?: string | undefined;
  readonly field?: string | undefined;
  readonly file?: string | undefined;
}

function bodyOf(method: string, { data, field, file }: BodyOptions): Body | undefined {
  if ([data, field, file].filter((one) => one !== undefined).length > 1) {
    throw new UsageError('Give only one of --data, --field and --file.');
  }
  if (file !== undefined) {
    const type = TYPES[extname(file)];
    if (!type) throw new UsageError(`--file is one of ${Object.keys(TYPES).join(', ')}.`);
    return { type, content: readFileSync(file, 'utf8') };
  }
  if (method === 'GET' || method === 'DELETE') return undefined;
  const json = (content: string) => ({ type: 'application/json', content });
  if (field === undefined) return json(data === undefined ? '{}' : contentsOf(data));
  const [name, value] = pairOf(field, 'field');
  return json(JSON.stringify({ [name]: contentsOf(value) }));
}

async function main(): Promise<number> {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    options: { data: text, field: text, file: text, pick: text, until: text, help: { type: 'boolean' } },
    allowPositionals: true,
  });
  if (values.help) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  const { VERVA_URL: server, VERVA_USERNAME: username, VERVA_TOKEN: given } = process.env;
  const [method, path] = positionals;
  if (!method || !path?.startsWith('/')) throw new UsageError('Give a method and a path.');
  if (!server) throw new UsageError('VERVA_URL is missing.');
  if (!given && !username) throw new UsageError('VERVA_USERNAME or VERVA_TOKEN is missing.');
  const url = server.replace(/\/$/, '');
  const until = values.until === undefined ? undefined : pairOf(values.until, 'until');
  const body = bodyOf(method, values);
  const token = given ?? (await signIn(url, username!));
  const key = randomUUID();
  const end = performance.now() + UNTIL_LIMIT_MS;
  for (;;) {
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(method !== 'GET' && { 'idempotency-key': key }),
        ...(body && { 'content-type': body.type }),
      },
      ...(body && { body: body.content }),
    });
    const answer = await response.text();
    if (!response.ok) {
      process.stderr.write(`${answer || response.status}\n`);
      return 1;
    }
    const isRead = response.headers.get('content-type')?.includes('json') ?? false;
    const fields = isRead ? (JSON.parse(answer) as Record<string, unknown>) : {};
    if (until && String(fields[until[0]]) !== until[1]) {
      if (performance.now() > end) throw new Error(`${until[0]} is still ${fields[until[0]]}.`);
      await setTimeout(1000);
      continue;
    }
    const shown = values.pick === undefined ? answer : fields[values.pick];
    process.stdout.write(`${typeof shown === 'string' ? shown : JSON.stringify(shown)}\n`);
    return 0;
  }
}

process.exitCode = await main().catch((error: unknown) => {
  const { message, code } = error as Error & { code?: string };
  const isUsage = error instanceof UsageError || code?.startsWith('ERR_PARSE_ARGS');
  process.stderr.write(isUsage ? `${message}\n\n${USAGE}\n` : `${message}\n`);
  return 2;
});
