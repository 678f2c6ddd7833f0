// Makes what many test files begin with, once: the migrated database and the demo organisations.
import { migratedDump } from './databases.ts';
import { demoDatabase, loadedDemo } from './verva.ts';

await migratedDump();
if (process.env.VERVA_TEST_PG_URL) await demoDatabase();
await loadedDemo();
