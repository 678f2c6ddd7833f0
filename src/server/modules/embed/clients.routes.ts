import type { FastifyInstance } from 'fastify';
import {
  createEmbedClient,
  createEmbedOrigin,
  deleteEmbedClient,
  deleteEmbedOrigin,
  getEmbedSettings,
  listEmbedClients,
  listEmbedOrigins,
  putEmbedSettings,
  rotateEmbedClient,
  updateEmbedClient,
} from '../../../shared/contracts/embed-clients.contract.ts';
import { assertName } from '../../platform/assert-name.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { isStale, tagged } from '../../platform/http/if-match.ts';
import { serve } from '../../platform/http/serve.ts';
import { isUuid } from '../../platform/uuid.ts';
import { newSecret, originOf } from './embed.rules.ts';
import * as store from './embed.store.ts';
import { readEmbedSettings, writeEmbedSettings } from './settings.store.ts';

const CLIENT_NAME_MAX = 100;

/** Settings of an organisation's administrators: pages that may show elements, and back ends that may request tokens. */
export function clientRoutes(app: FastifyInstance, context: AppContext): void {
  const forget = (people: readonly string[]) => {
    for (const userId of new Set(people)) context.verifier.forget({ userId });
  };

  serve(app, context, listEmbedClients, async ({ tx }) => (await store.readClients(tx)).map(store.toClient));

  serve(app, context, createEmbedClient, async ({ tx, body, reply }) => {
    const readersGroupId = await knownGroup(tx, body.readersGroupId);
    const { secret, sha256 } = newSecret();
    const id = await store.insertClient(
      tx,
      { ...body, name: assertName(body.name, '/name', CLIENT_NAME_MAX), readersGroupId },
      sha256,
    );
    return { ...tagged(reply, store.toClient(await found(tx, id))), secret };
  });

  serve(app, context, updateEmbedClient, async ({ tx, params, body, request, reply }) => {
    const row = await found(tx, params.id);
    if (isStale(request.headers['if-match'], row.version)) {
      throw new AppError(
        'edit.conflict',
        { name: row.changer ?? 'Verva', time: row.updated_at.toISOString() },
        { current: store.toClient(row) },
      );
    }
    const readersGroupId = await knownGroup(tx, body.readersGroupId);
    await store.changeClient(tx, row.id, {
      ...body,
      name: assertName(body.name, '/name', CLIENT_NAME_MAX),
      readersGroupId,
    });
    return tagged(reply, store.toClient(await found(tx, row.id)));
  });

  serve(app, context, rotateEmbedClient, async ({ tx, params, reply, now }) => {
    const { id } = await found(tx, params.id);
    const { secret, sha256 } = newSecret();
    await store.changeSecret(tx, id, sha256);
    forget(await store.endSessions(tx, { clientId: id }, now));
    return { ...tagged(reply, store.toClient(await found(tx, id))), secret };
  });

  serve(app, context, deleteEmbedClient, async ({ tx, params, now }) => {
    const { id } = await found(tx, params.id);
    await store.disableClient(tx, id, now);
    forget(await store.endSessions(tx, { clientId: id }, now));
    return null;
  });

  serve(app, context, getEmbedSettings, async ({ tx }) => readEmbedSettings(tx));

  serve(app, context, putEmbedSettings, async ({ tx, body }) => {
    await writeEmbedSettings(tx, body);
    return readEmbedSettings(tx);
  });

  serve(app, context, listEmbedOrigins, async ({ tx }) => store.readOrigins(tx));

  serve(app, context, createEmbedOrigin, async ({ tx, body }) => {
    const origin = originOf(body.origin);
    if (!origin) throw new AppError('origin.malformed');
    const added = await store.insertOrigin(tx, origin);
    if (!added) throw new AppError('origin.exists', { origin });
    return added;
  });

  serve(app, context, deleteEmbedOrigin, async ({ tx, params, now }) => {
    const origin = isUuid(params.id) ? await store.removeOrigin(tx, params.id) : undefined;
    if (!origin) throw new AppError('embed_origin.not_found');
    forget(await store.endSessions(tx, { origin }, now));
    return null;
  });
}

async function found(tx: Tx, id: string): Promise<store.ClientRow> {
  const row = isUuid(id) ? await store.readClient(tx, id) : undefined;
  if (!row) throw new AppError('embed_client.not_found');
  return row;
}

async function knownGroup(tx: Tx, id: string | null | undefined): Promise<string | null> {
  if (id === null || id === undefined) return null;
  const kind = await store.kindOfGroup(tx, id);
  const at = (code: 'group.not_found' | 'embed_client.role_group') => {
    return new AppError(code, {}, { errors: [{ pointer: '/readersGroupId', code }] });
  };
  if (kind === undefined) throw at('group.not_found');
  if (kind === 'product') throw at('embed_client.role_group');
  return id;
}
