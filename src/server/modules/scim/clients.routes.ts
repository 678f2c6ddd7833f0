import type { FastifyInstance } from 'fastify';
import {
  createScimClient,
  deleteScimClient,
  listScimClients,
  listScimLog,
  updateScimClient,
} from '../../../shared/contracts/scim.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { assertFresh, tagged } from '../../platform/http/if-match.ts';
import { serve } from '../../platform/http/serve.ts';
import { isUuid } from '../../platform/uuid.ts';
import * as store from './clients.store.ts';
import { checkedFields, createClient } from './create-client.ts';
import { readLog } from './log.store.ts';

const LOG_PAGE = 50;

/** Tokens of directories and what they did, for an organisation's administrators. */
export function clientRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, listScimClients, async ({ tx, session }) => ({
    address: addressOf(context, session.tenantSlug),
    items: (await store.readClients(tx)).map(store.toClient),
  }));

  serve(app, context, createScimClient, async ({ tx, body, reply, now }) => {
    const { client, token } = await createClient(tx, body, now);
    return { ...tagged(reply, client), token };
  });

  serve(app, context, updateScimClient, async ({ tx, params, body, request, reply }) => {
    const row = await found(tx, params.id);
    assertFresh(row, store.toClient(row), request.headers['if-match']);
    await store.changeClient(
      tx,
      row.id,
      await checkedFields(tx, { groups: row.groups, leavers: row.leavers, ...body }),
    );
    return tagged(reply, store.toClient(await found(tx, row.id)));
  });

  serve(app, context, deleteScimClient, async ({ tx, params, now }) => {
    const { id } = await found(tx, params.id);
    await store.disableClient(tx, id, now);
    return null;
  });

  serve(app, context, listScimLog, async ({ tx, query: { limit = LOG_PAGE, before, problems = false } }) => {
    if (before !== undefined && !isUuid(before)) throw new AppError('request.invalid');
    const items = await readLog(tx, { limit: limit + 1, before, problems });
    return { items: items.slice(0, limit), hasMore: items.length > limit };
  });
}

/** Address of the SCIM service of an organisation. */
export const addressOf = ({ config }: Pick<AppContext, 'config'>, slug: string): string =>
  `${config.publicUrl.replace(/\/$/, '')}/scim/v2/${slug}`;

async function found(tx: Tx, id: string): Promise<store.ClientRow> {
  const row = isUuid(id) ? await store.lockClient(tx, id) : undefined;
  if (!row) throw new AppError('scim_client.not_found');
  return row;
}
