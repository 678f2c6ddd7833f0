/**
 * One server's share of the jobs, as a process that can be killed: `node job-worker.ts <database url>`. Prints `ready`
 * once it works.
 */
import pino from 'pino';
import { IMPORTS, RUN_KINDS } from '../../src/server/app.ts';
import { handleImports } from '../../src/server/modules/imports/index.ts';
import { handleOrganisationErasures } from '../../src/server/modules/organisation-erasure/index.ts';
import { handleOrganisationExports } from '../../src/server/modules/organisation-export/index.ts';
import { handleRuns } from '../../src/server/modules/runs/index.ts';
import { openDatabase } from '../../src/server/platform/database.ts';
import { createJobs } from '../../src/server/platform/jobs.ts';
import { testServer } from './app.ts';
import { testClock } from './identity.ts';

const db = await openDatabase({ databaseUrl: process.argv[2]!, poolSize: 4 });
const { context } = await testServer(db, testClock(new Date()));
const jobs = createJobs(db, pino({ level: 'silent' }), () => new Date(), { pollSeconds: 0.5 });
handleRuns(jobs, context, RUN_KINDS);
handleImports(jobs, context, IMPORTS);
handleOrganisationErasures(jobs, context);
handleOrganisationExports(jobs, context);
await jobs.start();
process.stdout.write('ready\n');
