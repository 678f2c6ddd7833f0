import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { sql } from 'kysely';
import { neededDirectives } from '../../../shared/contracts/embed-policy.ts';
import type { DatabaseHandle } from '../../platform/database.ts';
import { admitClient, type DemoClient, requestToken } from './partner-client.ts';

const FOLDER = new URL('../../../../demo/', import.meta.url);
/** Address used in the page sources; replaced by Verva's real address when served. */
const WRITTEN_FOR = 'http://localhost:8080';

const FILES: Readonly<Record<string, { readonly file: string; readonly type: string }>> = {
  '/': { file: 'intranet.html', type: 'text/html; charset=utf-8' },
  '/intranet.html': { file: 'intranet.html', type: 'text/html; charset=utf-8' },
  '/intranet.js': { file: 'intranet.js', type: 'text/javascript; charset=utf-8' },
  '/intranet.css': { file: 'intranet.css', type: 'text/css; charset=utf-8' },
  '/people.html': { file: 'people.html', type: 'text/html; charset=utf-8' },
  '/people.js': { file: 'people.js', type: 'text/javascript; charset=utf-8' },
  '/people.css': { file: 'people.css', type: 'text/css; charset=utf-8' },
  '/requests.html': { file: 'requests.html', type: 'text/html; charset=utf-8' },
  '/card.html': { file: 'card.html', type: 'text/html; charset=utf-8' },
  '/harbour.svg': { file: 'harbour.svg', type: 'image/svg+xml' },
  '/accounts.json': { file: 'data/accounts.json', type: 'application/json' },
};

/** Who works in the personnel and asset pages: an administrator. A real intranet knows who is signed in. */
const PERSONNEL = 'anna.tamm';
const SCOPES = ['people', 'reference', 'records'];

/** Registers the back end of the intranet's personnel pages with the organisation. */
export function admitPersonnel(db: DatabaseHandle, tenantId: number): Promise<DemoClient> {
  return db.tenantTransaction({ tenantId, userId: null, via: 'demo' }, (tx) =>
    admitClient(tx, { name: 'Personnel pages', scopes: SCOPES, readersGroupId: null }),
  );
}

/** Reads a file of the demo's pages, with Verva's real address. */
export async function readPage(file: string, origin: string): Promise<string> {
  return (await readFile(new URL(file, FOLDER), 'utf8')).replaceAll(WRITTEN_FOR, origin);
}

/**
 * Serves the demo intranet on its own origin, under the content security policy that embedding pages are documented to
 * work with. Rejects if the port is not available.
 */
export async function serveIntranet(port: number, verva: string, personnel?: DemoClient): Promise<Server> {
  const origin = new URL(verva).origin;
  const policy = [
    "default-src 'none'",
    ...neededDirectives(origin),
    "style-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
  ].join('; ');
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://intranet');
    if (personnel && request.method === 'POST' && pathname === '/people/token') {
      const wanted = { userId: PERSONNEL, scopes: SCOPES, origin: `http://${request.headers.host}` };
      const [status, text] = await requestToken(origin, personnel, wanted).then(
        ({ token }) => [200, token] as const,
        (error: unknown) => [502, String(error)] as const,
      );
      response.writeHead(status, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end(text);
      return;
    }
    const known = FILES[pathname];
    if (!known || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
      return;
    }
    const text = await readPage(known.file, origin);
    response.writeHead(200, {
      'content-type': known.type,
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    });
    response.end(request.method === 'HEAD' ? undefined : text);
  });
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, '127.0.0.1', done);
  });
  return server;
}

/** Allows pages of a port to call the API of these organisations. */
export async function allowPages(db: DatabaseHandle, tenantIds: readonly number[], port: number): Promise<void> {
  for (const tenantId of tenantIds) {
    await db.tenantTransaction({ tenantId, userId: null }, (tx) =>
      sql`INSERT INTO embed_origin (origin) VALUES (${`http://localhost:${port}`}), (${`http://127.0.0.1:${port}`}) ON CONFLICT DO NOTHING`.execute(
        tx,
      ),
    );
  }
}
