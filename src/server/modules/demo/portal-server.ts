import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { strictPolicy } from '../../../shared/contracts/embed-policy.ts';
import { readPage } from './intranet.ts';
import { authorizationOf, type DemoClient, requestToken } from './partner-client.ts';
import { PORTAL_PEOPLE, type PortalPerson } from './portal.people.ts';

const FILES: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/': ['portal.html', 'text/html; charset=utf-8'],
  '/portal.js': ['portal.js', 'text/javascript; charset=utf-8'],
  '/portal.css': ['portal.css', 'text/css; charset=utf-8'],
  '/portal.svg': ['portal.svg', 'image/svg+xml'],
};
/** Browsers share cookies between the ports of a host, so the cookie has a name of its own. */
const COOKIE = 'daugava_person';

interface Answer {
  readonly status: number;
  readonly type?: string;
  readonly body?: string;
  readonly cookie?: string;
}

/** Serves a partner's portal with its back end on its own origin. Rejects if the port is not available. */
export async function servePortal(port: number, verva: string, client: DemoClient): Promise<Server> {
  const { origin } = new URL(verva);
  const backEnd = portalBackEnd(origin, client);
  const policy = strictPolicy(origin);

  async function answer(request: IncomingMessage): Promise<Answer> {
    const { pathname } = new URL(request.url ?? '/', 'http://portal');
    const page = FILES[pathname];
    if (page && request.method === 'GET') return { status: 200, type: page[1], body: await readPage(page[0], origin) };
    return backEnd(`${request.method} ${pathname}`, request);
  }

  const server = createServer(async (request, response) => {
    const { status, type, body, cookie } = await answer(request).catch((error: unknown): Answer => {
      return { status: 502, body: `Verva does not answer: ${error instanceof Error ? error.message : error}` };
    });
    response.writeHead(status, {
      'content-type': type ?? 'text/plain; charset=utf-8',
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      ...(cookie === undefined ? {} : { 'set-cookie': `${COOKIE}=${cookie}; HttpOnly; SameSite=Strict; Path=/` }),
    });
    response.end(body);
  });
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, '127.0.0.1', done);
  });
  return server;
}

/** The code a partner writes: users signed in at the portal get a token for the element, and for nothing else. */
function portalBackEnd(verva: string, client: DemoClient) {
  /** Latest token of each user, revoked when they sign out. */
  const held = new Map<string, string>();

  async function askToken({ id, name, languageId }: PortalPerson, host: string | undefined): Promise<Answer> {
    const reader = { id, name, languageId };
    const session = await requestToken(verva, client, { reader, scopes: ['manuals'], origin: `http://${host}` });
    held.set(id, session.id);
    return { status: 200, body: session.token };
  }

  async function signOut({ id }: PortalPerson): Promise<void> {
    const session = held.get(id);
    const headers = { authorization: authorizationOf(client) };
    if (session) await fetch(`${verva}/api/embed/sessions/${session}`, { method: 'DELETE', headers });
    held.delete(id);
  }

  return async (what: string, request: IncomingMessage): Promise<Answer> => {
    const person = personOf(request.headers.cookie);
    if (what === 'GET /person') {
      const body = JSON.stringify({ person: person ?? null, people: PORTAL_PEOPLE });
      return { status: 200, type: 'application/json', body };
    }
    if (what === 'GET /token') return person ? askToken(person, request.headers.host) : { status: 204 };
    if (what === 'POST /sign-in') {
      const wanted = await text(request);
      const known = PORTAL_PEOPLE.some(({ id }) => id === wanted);
      return known ? { status: 204, cookie: wanted } : { status: 403, body: 'Choose who you are.' };
    }
    if (what === 'POST /sign-out') {
      if (person) await signOut(person);
      return { status: 204, cookie: '' };
    }
    return { status: 404, body: 'Not found' };
  };
}

function personOf(cookie: string | undefined): PortalPerson | undefined {
  const given = new RegExp(`(?:^|; )${COOKIE}=([^;]*)`).exec(cookie ?? '')?.[1];
  return PORTAL_PEOPLE.find(({ id }) => id === given);
}
