import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BodyOf } from '../../../shared/contracts/endpoint.ts';
import {
  type SyncedUser,
  type SyncResult,
  syncUsers,
  syncUsersAsClient,
} from '../../../shared/contracts/user-sync.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { languageOf } from '../../platform/http/problems.ts';
import { serve } from '../../platform/http/serve.ts';
import type { CallerSession } from '../../platform/session.ts';
import { clientOf } from '../embed/index.ts';
import { assertMayChangeAdministrators, readSyncSession, synchronise, toFault } from '../imports/index.ts';
import { peopleImport } from './people.import.ts';

const KEYS = { id: 'username', externalId: 'externalId', email: 'email' } as const;
/** The scope of clients that may synchronise users. */
const SCOPE = 'sync';
/** The row of the first user: a file has its headings before. */
const FIRST_ROW = 2;

/** Synchronisation of users by another system (ADM-01). */
export function syncRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, syncUsers, ({ session, body, request }) => resultOf(context, session, body, request), {
    transaction: 'none',
  });

  serve(app, context, syncUsersAsClient, async ({ body, request }) => {
    const client = await clientOf(context, request.headers.authorization);
    if (!client.scopes.includes(SCOPE)) throw new AppError('scope.not_granted', { scope: SCOPE });
    const session = await readSyncSession(context.db, client.tenantId);
    if (!session) throw new AppError('client.not_accepted');
    return resultOf(context, session, body, request, client.name);
  });
}

async function resultOf(
  context: AppContext,
  session: CallerSession,
  {
    users,
    key = 'id',
    missing = 'keep',
    leavers = 'manager',
    dryRun = false,
    confirmDisabled,
  }: BodyOf<typeof syncUsers>,
  request: FastifyRequest,
  client?: string,
): Promise<SyncResult> {
  const column = KEYS[key];
  const rows = users.map((user, index) => {
    const cells = cellsOf(user);
    return { row: index + FIRST_ROW, key: cells[column] ?? '', cells };
  });
  const { run, refused } = await synchronise(context, session, peopleImport, {
    rows,
    options: { key: column, missing, invite: false, leavers },
    language: languageOf(request),
    isDryRun: dryRun,
    confirmDisabled,
    client,
    // A client is no user who could sign in.
    ...(client === undefined && {
      assertMayRun: (plan, now) => assertMayChangeAdministrators(plan, session, request, now),
    }),
  });
  const { add = 0, change = 0, same = 0, disable = 0 } = run.counts;
  return {
    dryRun,
    importId: run.id,
    state: dryRun ? 'planned' : run.state === 'done' ? 'done' : 'running',
    added: add,
    changed: change,
    unchanged: same,
    disabled: disable,
    openTasks: run.options.openTasks,
    refused: refused.map((row) => ({
      index: row.row > run.options.lastRow ? null : row.row - FIRST_ROW,
      key: row.key,
      verb: row.verb,
      errors: (row.faults ?? []).map((fault) => toFault(fault, peopleImport, request)),
    })),
  };
}

/** Returns the cells of a row; a missing member is a missing column. */
function cellsOf({ id, managers, groups, ...user }: SyncedUser): Record<string, string> {
  const cells = { ...user, username: id, manager: managers?.join(','), groups: groups?.join(',') };
  return Object.fromEntries(
    Object.entries(cells).flatMap(([field, value]) => (value === undefined ? [] : [[field, (value ?? '').trim()]])),
  );
}
