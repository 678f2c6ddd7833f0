import type pg from 'pg';

type Listener = (payload: string) => void;

/**
 * One connection for all LISTEN channels, opened with the first and opened again when it breaks. After a break every
 * listener is called with an empty payload: what was notified meanwhile is lost, so they look for themselves.
 */
export class PostgresListener {
  readonly #create: () => pg.Client;
  readonly #listeners = new Map<string, Set<Listener>>();
  #client: Promise<pg.Client> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(create: () => pg.Client) {
    this.#create = create;
  }

  async listen(channel: string, on: Listener): Promise<() => Promise<void>> {
    if (!/^[a-z_]{1,60}$/.test(channel)) throw new TypeError(`${channel} is no channel name.`);
    const isFirst = !this.#listeners.has(channel);
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(on));
    const remove = () => listeners.delete(on) && listeners.size === 0 && this.#listeners.delete(channel);
    try {
      const client = await this.#connected();
      if (isFirst) await client.query(`LISTEN ${channel}`);
    } catch (error) {
      // The next one is the first again.
      remove();
      throw error;
    }
    return async () => {
      if (!remove() || this.#closed) return;
      // A closed connection has no channels, and the next one listens only to those still in use.
      const client = await this.#client?.catch(() => undefined);
      await client?.query(`UNLISTEN ${channel}`).catch(() => undefined);
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    const client = await this.#client?.catch(() => undefined);
    await client?.end().catch(() => undefined);
  }

  #connected(): Promise<pg.Client> {
    if (this.#client) return this.#client;
    const client = this.#create();
    client.on('notification', ({ channel, payload = '' }) => {
      for (const on of this.#listeners.get(channel) ?? []) on(payload);
    });
    const connecting = client.connect().then(() => client);
    // Both events come of one break, and late ones of a connection that was replaced already.
    const lost = () => {
      if (this.#client !== connecting) return;
      this.#client = undefined;
      this.#reconnect(250);
    };
    client.on('error', lost);
    client.on('end', lost);
    this.#client = connecting;
    connecting.catch(() => {
      if (this.#client === connecting) this.#client = undefined;
    });
    return connecting;
  }

  #reconnect(delay: number): void {
    if (this.#retry || this.#closed) return;
    this.#retry = setTimeout(async () => {
      this.#retry = undefined;
      try {
        const client = await this.#connected();
        for (const channel of this.#listeners.keys()) await client.query(`LISTEN ${channel}`);
        for (const listeners of this.#listeners.values()) for (const on of listeners) on('');
      } catch {
        // The database is still away; the next attempt waits twice as long, up to ten seconds.
        if (!this.#closed) this.#reconnect(Math.min(delay * 2, 10_000));
      }
    }, delay);
    this.#retry.unref();
  }
}
