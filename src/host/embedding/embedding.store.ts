import { createIdempotentRequest } from '../../shared/api/idempotent-request.ts';
import type { call } from '../../shared/api/index.ts';
import {
  createEmbedClient,
  createEmbedOrigin,
  deleteEmbedClient,
  deleteEmbedOrigin,
  type EmbedClient,
  type EmbedOrigin,
  type EmbedSettings,
  getEmbedSettings,
  listEmbedClients,
  listEmbedOrigins,
  putEmbedSettings,
  rotateEmbedClient,
  updateEmbedClient,
} from '../../shared/contracts/embed-clients.contract.ts';
import { listPeopleGroups } from '../../shared/contracts/groups.contract.ts';
import { createLoaded } from '../../shared/lists/loaded.ts';

export type Scope = EmbedClient['scopes'][number];
export const SCOPES: readonly Scope[] = [
  'inbox',
  'task',
  'delegation',
  'manuals',
  'hr',
  'records',
  'start',
  'requests',
  'sync',
];

/** Input for a client. */
export type ClientFields = Pick<EmbedClient, 'name' | 'scopes' | 'readersGroupId'>;
export type ClientWithSecret = EmbedClient & { readonly secret: string };

interface PeopleGroup {
  readonly id: string;
  readonly name: string;
}

/** State of the settings page. */
export interface Embedding {
  readonly origins: readonly EmbedOrigin[];
  readonly clients: readonly EmbedClient[];
  readonly groups: readonly PeopleGroup[];
  readonly settings: EmbedSettings;
}

/** Allowed origins and clients; `send` is `call` of shared/api. Rejects with ApiError. */
export function createEmbedding({ send }: { readonly send: typeof call }) {
  const idempotent = createIdempotentRequest();
  const { state, load, stop } = createLoaded<Embedding>(async (ended) => {
    const [origins, clients, groups, settings] = await Promise.all([
      send(listEmbedOrigins, { signal: ended }),
      send(listEmbedClients, { signal: ended }),
      send(listPeopleGroups, { signal: ended }),
      send(getEmbedSettings, { signal: ended }),
    ]);
    return { origins, clients, groups, settings };
  });

  async function addOrigin(origin: string): Promise<void> {
    await idempotent.carryOut(origin, (idempotencyKey) =>
      send(createEmbedOrigin, { body: { origin }, idempotencyKey }),
    );
    await load();
  }

  async function removeOrigin({ id }: EmbedOrigin): Promise<void> {
    await send(deleteEmbedOrigin, { params: { id } });
    await load();
  }

  async function changeSettings(body: EmbedSettings): Promise<void> {
    await send(putEmbedSettings, { body });
    await load();
  }

  /** Sends no idempotency key, here and in `rotate`: the stored response would contain the secret. */
  async function addClient(body: ClientFields): Promise<ClientWithSecret> {
    const made = await send(createEmbedClient, { body });
    await load();
    return made;
  }

  async function changeClient({ id, version }: EmbedClient, body: ClientFields): Promise<void> {
    await send(updateEmbedClient, { params: { id }, ifMatch: version, body });
    await load();
  }

  async function rotate({ id }: EmbedClient): Promise<ClientWithSecret> {
    const made = await send(rotateEmbedClient, { params: { id } });
    await load();
    return made;
  }

  async function removeClient({ id }: EmbedClient): Promise<void> {
    await send(deleteEmbedClient, { params: { id } });
    await load();
  }

  return {
    state,
    load,
    addOrigin,
    removeOrigin,
    addClient,
    changeClient,
    rotate,
    removeClient,
    changeSettings,
    stop,
  };
}

export type EmbeddingStore = ReturnType<typeof createEmbedding>;
