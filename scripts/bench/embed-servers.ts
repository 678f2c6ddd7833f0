import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { Agent, request as ask } from 'node:http';
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { BenchPage } from './rivals.ts';

export interface Certificate {
  readonly key: Buffer;
  readonly cert: Buffer;
}

/** Creates a certificate for HTTP/2, which browsers speak over TLS only. Needs openssl. */
export function certificate(): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'verva-tls-'));
  try {
    const [key, cert] = [join(folder, 'key'), join(folder, 'cert')];
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
    const out = ['-nodes', '-days', '2', '-subj', '/CN=localhost', '-keyout', key, '-out', cert];
    execFileSync('openssl', ['req', '-x509', ...curve, ...out], { stdio: 'ignore' });
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Handler = (request: Http2ServerRequest, reply: Http2ServerResponse) => void;

async function listen(port: number, tls: Certificate, handler: Handler): Promise<Http2SecureServer> {
  const server = createSecureServer({ ...tls, allowHTTP1: true }, handler);
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, '127.0.0.1', done);
  });
  return server;
}

/**
 * Serves HTTP/2 with TLS, like a reverse proxy. Below `/rivals/<name>/` it serves these folders, compressed like ours.
 */
export function serveFront(
  port: number,
  tls: Certificate,
  verva: string,
  folders: Readonly<Record<string, string>>,
): Promise<Http2SecureServer> {
  const agent = new Agent({ keepAlive: true });
  const compressed = new Map<string, Buffer>();
  const file = (name: string, path: string): Buffer | undefined => {
    const full = join(folders[name] ?? '', path);
    if (!folders[name] || !full.startsWith(folders[name]) || !existsSync(full) || !statSync(full).isFile()) return;
    const known = compressed.get(full) ?? brotliCompressSync(readFileSync(full));
    compressed.set(full, known);
    return known;
  };
  return listen(port, tls, (request, reply) => {
    const [, name, path] = /^\/rivals\/([^/]+)(\/[^?]*)/.exec(request.url) ?? [];
    if (name && path) {
      const content = file(name, path);
      const type =
        extname(path) === '.css' ? 'text/css' : extname(path) === '.json' ? 'application/json' : 'text/javascript';
      reply.writeHead(content ? 200 : 404, {
        'content-type': type,
        'content-encoding': 'br',
        'access-control-allow-origin': '*',
        'cache-control': 'public, max-age=31536000, immutable',
      });
      reply.end(content ?? '');
      return;
    }
    const headers = Object.entries(request.headers).filter(([header]) => !header.startsWith(':'));
    const on = ask(
      verva + request.url,
      { method: request.method, headers: Object.fromEntries(headers), agent },
      (answer) => {
        const { connection, 'keep-alive': _, 'transfer-encoding': __, ...rest } = answer.headers;
        reply.writeHead(answer.statusCode ?? 502, rest);
        answer.pipe(reply);
      },
    );
    on.on('error', () => reply.destroy());
    reply.on('close', () => on.destroy());
    request.pipe(on);
  });
}

/** Serves the embedding pages with their scripts, and the token that their back end would request. */
export function servePages(
  port: number,
  tls: Certificate,
  pages: Readonly<Record<string, BenchPage>>,
  token: string,
): Promise<Http2SecureServer> {
  return listen(port, tls, (request, reply) => {
    const send = (type: string, body: string) => {
      reply.writeHead(200, { 'content-type': type, 'cache-control': 'no-store', 'content-encoding': 'br' });
      reply.end(brotliCompressSync(body));
    };
    const [, name = '', isScript] = /^\/([\w-]+)(\.js)?$/.exec(request.url) ?? [];
    const page = pages[name];
    if (name === 'verva-token') send('text/plain', token);
    else if (page && isScript) send('text/javascript', page.script);
    else if (page) send('text/html; charset=utf-8', documentOf(name, page));
    else reply.writeHead(404).end();
  });
}

/** Returns a page; time is measured from the first line of the snippet in its head. */
function documentOf(name: string, { head, body, isShown }: BenchPage): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title><link rel="icon" href="data:,">
<script>
  const began = performance.now();
  const look = () => requestAnimationFrame(() => {
    if (!(${isShown})) return look();
    requestAnimationFrame(() => { window.shownAfter = performance.now() - began; });
  });
  look();
</script>
${head}
<script type="module" src="/${name}.js"></script>
</head><body>${body}</body></html>`;
}
