import type { InjectOptions } from 'fastify';
import type { Reply, TestTenant } from './test-tenant.ts';

const ORIGIN = 'https://hr.example.org';

/** Requests with element tokens, as from a page of a trusted server. */
export interface ElementTokens {
  /** `person`: the name in the test tenant. */
  send(
    person: string,
    scopes: readonly string[],
    method: NonNullable<InjectOptions['method']>,
    url: string,
    payload?: InjectOptions['payload'],
    headers?: Record<string, string>,
  ): Promise<Reply>;
}

/** Allows an origin, and adds a trusted server with these scopes, as the administrator `root` of the test tenant. */
export async function elementTokens({ app, people }: TestTenant, scopes: readonly string[]): Promise<ElementTokens> {
  const root = people.root!;
  await created(root.post('/api/embed/origins', { origin: ORIGIN }));
  const client = await created(root.post('/api/embed/clients', { name: 'HR portal', scopes }));
  const basic = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`;
  const kept = new Map<string, Promise<string>>();

  async function open(person: string, wanted: readonly string[]): Promise<string> {
    const payload = { userId: people[person]!.username, scopes: wanted, origin: ORIGIN };
    const headers = { authorization: basic };
    const reply = await app.inject({ method: 'POST', url: '/api/embed/sessions', headers, payload });
    if (reply.statusCode !== 201) throw new Error(`No token for ${person}: ${reply.body}`);
    return reply.json().token;
  }

  return {
    async send(person, wanted, method, url, payload, headers = {}) {
      const key = `${person} ${wanted.join()}`;
      const token = kept.get(key) ?? open(person, wanted);
      kept.set(key, token);
      const reply = await app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${await token}`, origin: ORIGIN, ...headers },
        ...(payload !== undefined && { payload }),
      });
      const isJson = String(reply.headers['content-type']).includes('json');
      return {
        status: reply.statusCode,
        body: isJson && reply.body ? reply.json() : reply.body,
        headers: reply.headers,
      };
    },
  };
}

async function created(answer: Promise<Reply>): Promise<Reply['body']> {
  const { status, body } = await answer;
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}
