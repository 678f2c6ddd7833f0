// Makes what many test files begin with, once: the migrated database and the demo organisations.
import { migratedDump } from './databases.ts';
import { loadedDemo } from './verva.ts';

await migratedDump();
await loadedDemo();
