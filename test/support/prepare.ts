// Prepares data that many test files start from: the migrated database and the demo organisations.
import { migratedDump } from './databases.ts';
import { demoDatabase, loadedDemo } from './verva.ts';

await migratedDump();
if (process.env.VERVA_TEST_PG_URL) await demoDatabase();
await loadedDemo();
