// Moves the configuration of an organisation as a file; docs/operating.md describes how.
//   npm run --silent config -- export --out verva-config.zip < password.txt
// VERVA_URL is the address of the server and VERVA_USERNAME the user, whose password is the first line of standard input.
// VERVA_TOKEN is an identity token to use instead of a username and password.
// Exit codes: 0 done, 1 refused by the server (the problem is printed as JSON), wrong arguments, or no server.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { signIn } from './sign-in.ts';

const USAGE = `npm run --silent config -- export [options]
  --out FILE            where to write the file; verva-config.zip unless given
  --organisation SLUG   the organisation, for users of several
Environment: VERVA_URL, and VERVA_USERNAME with the password on standard input, or VERVA_TOKEN.`;

class UsageError extends Error {}

async function main(): Promise<number> {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    options: { out: text, organisation: text, help: { type: 'boolean' } },
    allowPositionals: true,
  });
  if (values.help) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  const { VERVA_URL: server, VERVA_USERNAME: username, VERVA_TOKEN: given } = process.env;
  if (positionals.join(' ') !== 'export') throw new UsageError('The command is export.');
  if (!server) throw new UsageError('VERVA_URL is missing.');
  if (!given && !username) throw new UsageError('VERVA_USERNAME or VERVA_TOKEN is missing.');
  const url = server.replace(/\/$/, '');
  const token = given ?? (await signIn(url, username!));
  const { organisation, out = 'verva-config.zip' } = values;
  const response = await fetch(`${url}/api/config/export`, {
    headers: { authorization: `Bearer ${token}`, ...(organisation && { 'verva-tenant': organisation }) },
  });
  if (!response.ok) {
    process.stderr.write(`${(await response.text()) || response.status}\n`);
    return 1;
  }
  const file = Buffer.from(await response.arrayBuffer());
  // Replaces the file of an earlier export: in a repository, its differences are the changes.
  writeFileSync(out, file);
  process.stdout.write(`${out}: ${file.length} bytes\n`);
  return 0;
}

process.exitCode = await main().catch((error: unknown) => {
  const { message, code } = error as Error & { code?: string };
  const isUsage = error instanceof UsageError || code?.startsWith('ERR_PARSE_ARGS');
  process.stderr.write(isUsage ? `${message}\n\n${USAGE}\n` : `${message}\n`);
  return 1;
});
