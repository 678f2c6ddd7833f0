// Shows, adds, changes and removes identity providers; docs/identity-providers.md describes the files.
//   npm run providers
//   npm run providers -- set provider.json
//   npm run providers -- remove acme
// Reads the same settings as the server. Only one process can open the embedded database, so stop the server first.
import { readFileSync } from 'node:fs';
import { readProvider, readProviders, removeProvider, saveProvider } from '../src/server/modules/signin/index.ts';
import { type DatabaseHandle, openDatabase } from '../src/server/platform/database.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

async function work(db: DatabaseHandle, [verb, what]: readonly string[]): Promise<number> {
  if (verb === undefined) {
    for (const { name, organisation, issuer, people } of await readProviders(db)) {
      say(`${name}  ${organisation ?? 'all organisations'}  ${issuer}  ${people} people`);
    }
    return 0;
  }
  if (what === undefined || (verb !== 'set' && verb !== 'remove'))
    throw new Error('Known commands: set FILE, remove NAME.');
  if (verb === 'remove') {
    const isRemoved = await removeProvider(db, what);
    say(isRemoved ? 'removed' : 'no such provider');
    return isRemoved ? 0 : 1;
  }
  await saveProvider(db, readProvider(readFileSync(what, 'utf8')));
  say('saved');
  return 0;
}

async function main(): Promise<number> {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = './data' } = process.env;
  const db = await openDatabase({ dataDir, poolSize: 2, ...(databaseUrl ? { databaseUrl } : {}) });
  return work(db, process.argv.slice(2)).finally(() => db.close());
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 2;
});
