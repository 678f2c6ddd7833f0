// Moves the configuration of an organisation as a file; docs/operating.md describes how.
//   npm run --silent config -- export --out verva-config.zip < password.txt
//   npm run --silent config -- plan --file verva-config.zip --out plan.json < password.txt
//   npm run --silent config -- apply plan.json < password.txt
// VERVA_URL is the address of the server and VERVA_USERNAME the user, whose password is the first line of standard input.
// VERVA_TOKEN is an identity token to use instead of a username and password.
// Exit codes: 0 done, or no differences; 2 differences; 1 faults, refused by the server (the problem is printed as JSON), wrong
// arguments, or no server.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { zipFolder } from '../src/server/platform/content/zip-folder.ts';
import type { ConfigPlan } from '../src/shared/contracts/config.contract.ts';
import { signIn } from './sign-in.ts';

const USAGE = `npm run --silent config -- COMMAND [options]
  export                writes the configuration of the organisation
  plan                  says what applying a file would change, and changes nothing
  diff                  the same, with the values that differ
  apply [PLAN]          applies a plan (its id, or the file of plan --out), or a file with --yes
  rollback ID           plans to take back an applied change; with --yes applies that plan
Options
  --file FILE           the file; verva-config.zip unless given
  --dir FOLDER          an unpacked file, such as a folder of a repository
  --out FILE            export: where to write the file; plan, diff and rollback: where to write the plan as JSON
  --organisation SLUG   the organisation, for users of several
  --only KINDS          only these kinds, separated by commas: forms,menus
  --prune               remove what earlier files had and this one lacks
  --overwrite           take the file's version of what was changed in the organisation
  --take file|here      apply: the version of conflicts
  --yes                 apply a file, or a plan to roll back, without a separate plan
Environment: VERVA_URL, and VERVA_USERNAME with the password on standard input, or VERVA_TOKEN.`;

class UsageError extends Error {}
class RefusedError extends Error {}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const OPTIONS = {
  ...{ file: text, dir: text, out: text, organisation: text, only: text, take: text },
  ...{ prune: flag, overwrite: flag, yes: flag, help: flag },
};
type Values = ReturnType<typeof parse>['values'];
const parse = () => parseArgs({ options: OPTIONS, allowPositionals: true });

/** Sends a request and returns the response. Throws RefusedError with the problem. */
type Send = (method: string, path: string, body?: Buffer | object) => Promise<Response>;

async function main(): Promise<number> {
  const { values, positionals } = parse();
  if (values.help) return print(USAGE);
  const [command = '', argument] = positionals;
  const run = COMMANDS[command];
  if (!run || positionals.length > 2) throw new UsageError(`The commands are ${Object.keys(COMMANDS).join(', ')}.`);
  return run(await connect(values), values, argument);
}

const COMMANDS: Readonly<Record<string, (send: Send, values: Values, argument?: string) => Promise<number>>> = {
  export: exportFile,
  plan: async (send, values) => report(await plan(send, values), values, false),
  diff: async (send, values) => report(await plan(send, values), values, true),
  apply: async (send, values, argument) => {
    if (argument === undefined && !values.yes) throw new UsageError('Name a plan, or apply a file with --yes.');
    const planned = argument === undefined ? await plan(send, values) : await planNamed(send, argument);
    return apply(send, planned, values);
  },
  rollback: async (send, values, argument) => {
    if (argument === undefined) throw new UsageError('Name the change.');
    const planned: ConfigPlan = await json(
      await send('POST', `/api/config/${encodeURIComponent(argument)}/rollback`, {}),
    );
    return values.yes ? apply(send, planned, values) : report(planned, values, false);
  },
};

async function exportFile(send: Send, { out = 'verva-config.zip' }: Values): Promise<number> {
  const response = await send('GET', '/api/config/export');
  const file = Buffer.from(await response.arrayBuffer());
  // Replaces the file of an earlier export: in a repository, its differences are the changes.
  writeFileSync(out, file);
  return print(`${out}: ${file.length} bytes`);
}

async function plan(
  send: Send,
  { file = 'verva-config.zip', dir, prune, overwrite, only }: Values,
): Promise<ConfigPlan> {
  const bytes = dir === undefined ? readFileSync(file) : zipFolder(dir);
  const query = new URLSearchParams({
    ...(prune && { prune: 'true' }),
    ...(overwrite && { overwrite: 'true' }),
    ...(only && { only }),
  });
  return json(await send('POST', `/api/config/plan?${query}`, bytes));
}

async function planNamed(send: Send, name: string): Promise<ConfigPlan> {
  const id = name.endsWith('.json') ? (JSON.parse(readFileSync(name, 'utf8')) as ConfigPlan).id : name;
  return json(await send('GET', `/api/config/${encodeURIComponent(id)}`));
}

async function apply(send: Send, planned: ConfigPlan, { take }: Values): Promise<number> {
  if (take !== undefined && take !== 'file' && take !== 'here') throw new UsageError('--take is file or here.');
  const conflicts = planned.steps.filter(({ action }) => action === 'conflict');
  const choices = take === undefined ? [] : conflicts.map(({ kind, key }) => ({ kind, key, take }));
  const applied: ConfigPlan = await json(await send('POST', `/api/config/${planned.id}/apply`, { choices }));
  return print(`Applied ${applied.id}: ${summaryOf(applied)}`);
}

/** Prints a plan. Returns 0 without steps, 2 with some, and 1 with faults. */
function report(planned: ConfigPlan, { out }: Values, isDetailed: boolean): number {
  if (out !== undefined) writeFileSync(out, `${JSON.stringify(planned, null, 2)}\n`);
  for (const { action, kind, key, changes, more, conflicts } of planned.steps) {
    print(
      `${action.padEnd(8)} ${kind}/${key}${conflicts.length > 0 ? ` at ${conflicts.map((one) => one || '/').join(', ')}` : ''}`,
    );
    if (!isDetailed) continue;
    for (const { pointer, before, after } of changes) {
      print(`  ${pointer}`);
      if (before !== null) print(`  - ${before}`);
      if (after !== null) print(`  + ${after}`);
    }
    if (more > 0) print(`  … ${more}`);
  }
  for (const { pointer, title } of planned.faults) process.stderr.write(`${pointer}: ${title}\n`);
  print(`Plan ${planned.id}: ${summaryOf(planned)}`);
  if (planned.faults.length > 0) return 1;
  return planned.steps.length > 0 ? 2 : 0;
}

const summaryOf = ({ counts, unchanged }: ConfigPlan): string =>
  [...Object.entries(counts), ['unchanged', unchanged]].map(([action, count]) => `${count} ${action}`).join(', ');

async function connect({ organisation }: Values): Promise<Send> {
  const { VERVA_URL: server, VERVA_USERNAME: username, VERVA_TOKEN: given } = process.env;
  if (!server) throw new UsageError('VERVA_URL is missing.');
  if (!given && !username) throw new UsageError('VERVA_USERNAME or VERVA_TOKEN is missing.');
  const url = server.replace(/\/$/, '');
  const token = given ?? (await signIn(url, username!));
  return async (method, path, body) => {
    const isFile = Buffer.isBuffer(body);
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(organisation && { 'verva-tenant': organisation }),
        ...(body && { 'content-type': isFile ? 'application/zip' : 'application/json' }),
      },
      ...(body && { body: isFile ? Uint8Array.from(body) : JSON.stringify(body) }),
    });
    if (!response.ok) throw new RefusedError((await response.text()) || String(response.status));
    return response;
  };
}

const json = async <T>(response: Response): Promise<T> => (await response.json()) as T;

function print(line: string): 0 {
  process.stdout.write(`${line}\n`);
  return 0;
}

process.exitCode = await main().catch((error: unknown) => {
  const { message, code } = error as Error & { code?: string };
  const isUsage = error instanceof UsageError || code?.startsWith('ERR_PARSE_ARGS');
  process.stderr.write(isUsage ? `${message}\n\n${USAGE}\n` : `${message}\n`);
  return 1;
});
