import { setTimeout as pause } from 'node:timers/promises';

/** A user who calls the API with their own token. */
export interface Account {
  readonly username: string;
  readonly password: string;
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the replay inspects responses of many endpoints
  readonly body: any;
}

export interface CallOptions {
  readonly body?: unknown;
  /** Idempotency key: the request may be repeated, and the first response counts. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const TOKEN_LIFE_MS = 45 * 60_000;
const RETRY_MS = 40;

/**
 * Calls a server that may be killed at any moment: an unanswered request is repeated with the same key until
 * `timeoutMs` have passed. The caller judges every response.
 */
export class Client {
  /** Servers of one installation; each request goes to the next one, and if unanswered to the one after. */
  readonly #urls: readonly string[];
  readonly #timeoutMs: number;
  readonly #tokens = new Map<string, { token: Promise<string>; until: number }>();
  /** Number of requests repeated because no response came. */
  repeated = 0;
  requests = 0;

  get url(): string {
    return this.#urls[0]!;
  }

  constructor(urls: string | readonly string[], timeoutMs = 120_000) {
    this.#urls = [urls].flat().map((url) => url.replace(/\/$/, ''));
    this.#timeoutMs = timeoutMs;
  }

  async call(as: Account, method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    let token = await this.#tokenOf(as);
    let renewed = false;
    for (;;) {
      const answer = await this.#send(
        method,
        path,
        {
          ...options.headers,
          authorization: `Bearer ${token}`,
          ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(options.key === undefined ? {} : { 'idempotency-key': options.key }),
        },
        options.body === undefined ? undefined : JSON.stringify(options.body),
      );
      if (answer.status === 401 && !renewed) {
        this.#tokens.delete(as.username);
        token = await this.#tokenOf(as);
        renewed = true;
      } else if (answer.body?.code === 'idempotency.in_progress' || answer.body?.code === 'instance.locked') {
        await pause(RETRY_MS);
      } else if (answer.status === 429) {
        await pause(RETRY_MS * 25);
      } else return answer;
    }
  }

  /** Like `call`, but throws an Error unless it succeeds. */
  async expect(as: Account, method: string, path: string, options: CallOptions = {}) {
    const answer = await this.call(as, method, path, options);
    if (answer.status < 300) return answer.body;
    throw new Error(`${method} ${path} as ${as.username}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }

  /** Signs in unless already done. */
  async signIn(as: Account): Promise<void> {
    await this.#tokenOf(as);
  }

  #tokenOf(as: Account): Promise<string> {
    const known = this.#tokens.get(as.username);
    if (known && known.until > Date.now()) return known.token;
    const token = this.#signIn(as);
    this.#tokens.set(as.username, { token, until: Date.now() + TOKEN_LIFE_MS });
    return token;
  }

  async #signIn(as: Account): Promise<string> {
    const body = JSON.stringify({
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: 'verva-web',
      AuthParameters: { USERNAME: as.username, PASSWORD: as.password },
    });
    for (;;) {
      const answer = await this.#send(
        'POST',
        '/identity/',
        {
          'content-type': 'application/x-amz-json-1.1',
          'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
        },
        body,
      );
      const token = answer.body?.AuthenticationResult?.IdToken;
      if (typeof token === 'string') return token;
      if (answer.body?.__type !== 'TooManyRequestsException') {
        throw new Error(`${as.username} could not sign in: ${JSON.stringify(answer.body)}`);
      }
      await pause(RETRY_MS * 10);
    }
  }

  async #send(method: string, path: string, headers: Record<string, string>, body?: string): Promise<Answer> {
    const giveUp = Date.now() + this.#timeoutMs;
    for (;;) {
      try {
        const url = this.#urls[this.requests++ % this.#urls.length]!;
        const response = await fetch(`${url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
        const text = await response.text();
        const parsed = text === '' ? null : JSON.parse(text);
        if (response.status !== 503) return { status: response.status, body: parsed };
        if (Date.now() > giveUp) return { status: response.status, body: parsed };
      } catch (error) {
        if (Date.now() > giveUp) throw error;
      }
      this.repeated++;
      await pause(RETRY_MS);
    }
  }
}
