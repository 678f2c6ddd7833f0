import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { sql } from 'kysely';
import { neededDirectives } from '../../../shared/contracts/embed-policy.ts';
import type { DatabaseHandle } from '../../platform/database.ts';

const FOLDER = new URL('../../../../demo/', import.meta.url);
/** Address used in the page sources; replaced by Verva's real address when served. */
const WRITTEN_FOR = 'http://localhost:8080';

const FILES: Readonly<Record<string, { readonly file: string; readonly type: string }>> = {
  '/': { file: 'intranet.html', type: 'text/html; charset=utf-8' },
  '/intranet.html': { file: 'intranet.html', type: 'text/html; charset=utf-8' },
  '/intranet.js': { file: 'intranet.js', type: 'text/javascript; charset=utf-8' },
  '/intranet.css': { file: 'intranet.css', type: 'text/css; charset=utf-8' },
  '/harbour.svg': { file: 'harbour.svg', type: 'image/svg+xml' },
  '/accounts.json': { file: 'data/accounts.json', type: 'application/json' },
};

/** Reads a file of the demo's pages, with Verva's real address. */
export async function readPage(file: string, origin: string): Promise<string> {
  return (await readFile(new URL(file, FOLDER), 'utf8')).replaceAll(WRITTEN_FOR, origin);
}

/**
 * Serves the demo intranet on its own origin, under the content security policy that embedding pages are documented to
 * work with. Rejects if the port is not available.
 */
export async function serveIntranet(port: number, verva: string): Promise<Server> {
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
    const known = FILES[new URL(request.url ?? '/', 'http://intranet').pathname];
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
