import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type Look, listLooks } from '../../../shared/contracts/looks.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { languageOf } from '../../platform/http/problems.ts';
import { serve } from '../../platform/http/serve.ts';
import { namedIn } from '../processes/index.ts';
import { personRef } from '../users/index.ts';
import { lookMessages } from './looks.messages.ts';

const PAGE = 50;

interface Row {
  readonly id: string;
  readonly at: Date;
  readonly confidential: string | null;
  readonly viewer: Parameters<typeof personRef>[0] | null;
  readonly behalf: Parameters<typeof personRef>[0] | null;
  readonly name: string;
  readonly taskKey: string | null;
  readonly processKey: string | null;
  readonly processNumber: number | null;
  readonly processName: string | null;
}

/** Views of the caller's own data. */
export function routes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, listLooks, async ({ tx, session, query, request }) => {
    const rows = await readLooks(tx, session.userId, query.before);
    const shown = rows.slice(0, PAGE);
    const language = languageOf(request);
    const named = await namedIn(
      tx,
      { db: context.db, tenantId: session.tenantId },
      shown.map(({ name, taskKey, processKey: key, processNumber: version, processName }) => ({
        ...{ name, taskKey },
        process: key !== null && version !== null ? { key, version, name: processName ?? key } : null,
      })),
      language,
    );
    const person = (row: Row['viewer']) => (row === null ? null : personRef(row));
    const looks = shown.map(
      (row, index): Look => ({
        id: row.id,
        at: row.at.toISOString(),
        viewer: person(row.viewer),
        onBehalfOf: person(row.behalf),
        kind: lookMessages.text(language, kindOf(row.confidential)),
        process: named[index]!.process?.name ?? null,
      }),
    );
    return { looks, next: rows.length > PAGE ? shown.at(-1)!.id : null };
  });
}

const kindOf = (confidential: string | null) =>
  confidential === 'health' || confidential === 'pay' ? confidential : 'other';

const user = (
  id: string,
) => sql`(SELECT jsonb_build_object('id', u.id, 'username', u.username, 'name', u.name, 'avatar', u.avatar_file_id)
  FROM app_user u WHERE u.id = ${sql.ref(id)})`;

/** One more than a page if there are more. */
async function readLooks(tx: Tx, userId: string, before: string | undefined): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    SELECT l.id, l.at, l.confidential, ${user('l.user_id')} AS viewer, ${user('l.on_behalf_of')} AS behalf, coalesce(t.name, '') AS name,
      t.node_id AS "taskKey", t.process_key AS "processKey", t.process_number AS "processNumber", p.name AS "processName"
    FROM (SELECT * FROM look_log WHERE subject_id = ${userId}::uuid AND kind = 'task'
        AND (${before ?? null}::uuid IS NULL OR id < ${before ?? null}::uuid) ORDER BY id DESC LIMIT ${PAGE + 1}) l
      LEFT JOIN task t ON t.id = l.entity_id::uuid LEFT JOIN process p ON p.key = t.process_key
    ORDER BY l.id DESC`.execute(tx);
  return rows;
}
