/**
 * One server's share of the imports, as a process that can be killed: `node worker.ts <database url>`. Prints `ready` once
 * it works.
 */
import pino from 'pino';
import { IMPORTS } from '../../src/server/app.ts';
import { handleImports } from '../../src/server/modules/imports/index.ts';
import { openDatabase } from '../../src/server/platform/database.ts';
import { createJobs } from '../../src/server/platform/jobs.ts';
import { testServer } from '../support/app.ts';
import { testClock } from '../support/identity.ts';

const db = await openDatabase({ databaseUrl: process.argv[2]!, poolSize: 4 });
const { context } = await testServer(db, testClock(new Date()));
const jobs = createJobs(db, pino({ level: 'silent' }), () => new Date(), { pollSeconds: 0.5 });
handleImports(jobs, context, IMPORTS);
await jobs.start();
process.stdout.write('ready\n');
