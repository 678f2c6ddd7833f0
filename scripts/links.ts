// Shows, adds and removes links between users and their accounts at identity providers; docs/identity-providers.md says
// when.
//   npm run links                                                             users with several accounts at a provider
//   npm run links -- --username kati.mets                                     all links of a user
//   npm run links -- add --provider acme --subject 5b9c… --username kati.mets
//   npm run links -- remove --provider acme --subject 5b9c…
// Reads the same settings as the server. Only one process can open the embedded database, so stop the server first.
// Exits with 1 when there is something to correct, 2 when it could not check.
import { parseArgs } from 'node:util';
import { addSubjectLink, readSubjectLinks, removeSubjectLink } from '../src/server/modules/signin/index.ts';
import { type DatabaseHandle, openDatabase } from '../src/server/platform/database.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

async function work(db: DatabaseHandle): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { provider: { type: 'string' }, subject: { type: 'string' }, username: { type: 'string' } },
    allowPositionals: true,
  });
  const { provider, subject, username } = values;
  switch (positionals[0]) {
    case undefined: {
      const links = await readSubjectLinks(db, username);
      for (const { tenant, username: name, provider: at, subject: id, lastUsed } of links) {
        say(`${tenant}  ${name}  ${at}  ${id}  ${lastUsed ? `last used ${lastUsed.toISOString()}` : 'never used'}`);
      }
      if (username !== undefined) return 0;
      say(
        links.length === 0 ? 'No user has more than one account at a provider.' : 'Remove the wrong account of each.',
      );
      return links.length === 0 ? 0 : 1;
    }
    case 'add': {
      if (!provider || !subject || !username) throw new Error('Required: --provider, --subject and --username.');
      const outcome = await addSubjectLink(db, { provider, subject, username });
      const taken =
        'not linked: the user already has another account at this provider, or the account belongs to another user';
      say(outcome === 'taken' ? taken : outcome);
      return outcome === 'linked' ? 0 : 1;
    }
    case 'remove': {
      if (!provider || !subject) throw new Error('Required: --provider and --subject.');
      const isRemoved = await removeSubjectLink(db, provider, subject);
      say(isRemoved ? 'removed' : 'no such link');
      return isRemoved ? 0 : 1;
    }
    default:
      throw new Error('Known commands: add, remove. Without a command, the links are listed.');
  }
}

async function main(): Promise<number> {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = './data' } = process.env;
  const db = await openDatabase({ dataDir, poolSize: 2, ...(databaseUrl ? { databaseUrl } : {}) });
  return work(db).finally(() => db.close());
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 2;
});
