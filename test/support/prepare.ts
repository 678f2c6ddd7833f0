// Makes what many test files start from, once: `migrations`, `demo` or `embedded-demo`; all of them without an argument.
import { migratedDump } from './databases.ts';
import { dropDatabase, freshDatabase } from './postgres.ts';
import { demoDatabase, loadedDemo } from './verva.ts';

const hasCluster = Boolean(process.env.VERVA_TEST_PG_URL);
/** On PostgreSQL each makes a template; the first copy of it is not used. */
const makers: Readonly<Record<string, () => Promise<unknown>>> = {
  migrations: async () => {
    await migratedDump();
    if (hasCluster) await dropDatabase(await freshDatabase());
  },
  demo: async () => {
    if (hasCluster) await dropDatabase((await demoDatabase()).DATABASE_URL);
  },
  'embedded-demo': loadedDemo,
};

const [wanted] = process.argv.slice(2);
for (const [name, make] of Object.entries(makers)) if (!wanted || wanted === name) await make();
