import { signal } from '@preact/signals-core';
import type { call } from '../../shared/api/index.ts';
import { listPeopleGroups } from '../../shared/contracts/groups.contract.ts';
import {
  createScimClient,
  deleteScimClient,
  listScimClients,
  listScimLog,
  type ScimClient,
  type ScimLogEntry,
  updateScimClient,
} from '../../shared/contracts/scim.contract.ts';
import { createLoaded } from '../../shared/lists/loaded.ts';

export type ClientWithToken = ScimClient & { readonly token: string };
export interface TokenFields extends Pick<ScimClient, 'name' | 'leavers'> {
  readonly groups: readonly string[];
  readonly months: number;
}

/** A group of the product, whose members a token may change. */
export interface ProductGroup {
  readonly id: string;
  readonly name: string;
}

export interface Provisioning {
  readonly address: string;
  readonly clients: readonly ScimClient[];
  readonly groups: readonly ProductGroup[];
}

interface Log {
  readonly items: readonly ScimLogEntry[];
  readonly hasMore: boolean;
}

/** Tokens of directories and what they did; `send` is `call` of shared/api. Rejects with ApiError. */
export function createProvisioning({ send }: { readonly send: typeof call }) {
  const problems = signal(false);
  const settings = createLoaded<Provisioning>(async (ended) => {
    const [{ address, items }, groups] = await Promise.all([
      send(listScimClients, { signal: ended }),
      send(listPeopleGroups, { signal: ended }),
    ]);
    // No token gives rights from the provider.
    const product = groups.filter(({ kind, id }) => kind === 'product' && id !== 'verva.admin');
    return { address, clients: items, groups: product };
  });
  const log = createLoaded<Log>((ended) => send(listScimLog, { query: { problems: problems.peek() }, signal: ended }));

  /** Adds older entries. */
  async function more(): Promise<void> {
    const before = log.state.peek();
    if (before.status !== 'ready') return;
    const ended = log.current();
    const query = { problems: problems.peek(), before: before.items.at(-1)!.id };
    const { items, hasMore } = await send(listScimLog, { query, signal: ended });
    if (!ended.aborted) log.state.value = { ...before, items: [...before.items, ...items], hasMore };
  }

  function narrow(isOnlyProblems: boolean): void {
    problems.value = isOnlyProblems;
    void log.load();
  }

  /** Sends no idempotency key: the stored response would contain the token. */
  async function add(body: TokenFields): Promise<ClientWithToken> {
    const made = await send(createScimClient, { body: { ...body, groups: [...body.groups] } });
    await settings.load();
    return made;
  }

  async function change({ id, version }: ScimClient, { name, groups, leavers }: TokenFields): Promise<void> {
    await send(updateScimClient, { params: { id }, ifMatch: version, body: { name, groups: [...groups], leavers } });
    await settings.load();
  }

  async function disable({ id }: ScimClient): Promise<void> {
    await send(deleteScimClient, { params: { id } });
    await settings.load();
  }

  return {
    settings: settings.state,
    log: log.state,
    problems,
    load: () => Promise.all([settings.load(), log.load()]),
    more,
    narrow,
    add,
    change,
    disable,
    stop: () => {
      settings.stop();
      log.stop();
    },
  };
}

export type ProvisioningStore = ReturnType<typeof createProvisioning>;
