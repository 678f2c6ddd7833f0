import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createProviderOrigins } from '../auth/provider-origins.ts';
import { createProviderRequests, documentReader } from '../auth/provider-requests.ts';
import type { AppContext } from '../context.ts';
import { pagePolicy } from './content-policy.ts';
import { keepBuild } from './kept-builds.ts';
import { withoutSlash } from './known-methods.ts';

/** Paths of the server: an unknown address below them is a problem, not a page. */
const SERVER_PATHS = /^\/(api|dev|identity|i18n|embed|problems|healthz|readyz|metrics)(\/|$|\?)/;

/** The page below the elements' path that explains how to embed them. */
const SNIPPET_PATH = '/embed';

const NOT_OF_SCRIPTS = [
  'access-control-allow-credentials',
  'access-control-expose-headers',
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

/** Files with a content hash in their name. */
const HASHED = /[\\/](?:(?:c|assets)[\\/][^\\/]+-[\w-]{8,}|loader-[\w.-]+-[0-9a-f]{12})\.\w+$/;

/** The popup that signs in for other windows: it alternates between the provider's pages and ours, and must keep its opener. */
const POPUP_PATH = '/popup-login';
/** Paths whose query contains a provider's response. */
const ANSWER_PATHS = new Set(['/callback', POPUP_PATH]);

/** Links with a secret: the last path segment, or the part after `#`. */
const SECRET_PATHS = /^\/(task-action|unsubscribe|email-change|email-undo|setup)(\/|$)/;

/**
 * Serves the built elements under /embed and the application at the root. Addresses that match no file get the
 * application's page, which handles routing.
 */
export async function serveStatic(app: FastifyInstance, { config, db, log, elapsed }: AppContext): Promise<void> {
  const root = resolve(config.staticDir);
  const host = join(root, 'host');
  const embed = join(root, 'embed');
  if (!existsSync(join(host, 'index.html'))) return;
  const caching = {
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply: FastifyReply, path: string) {
      const plain = path.replace(/\.(br|gz)$/, '');
      reply.header('cache-control', HASHED.test(plain) ? 'public, max-age=31536000, immutable' : 'no-cache');
      // By its extension alone a TypeScript file would be served as video.
      if (plain.endsWith('.ts')) reply.type('text/plain; charset=utf-8');
    },
  };
  const kept = await keptBuildsFolder(embed, config.embedKeepDir, log);
  await app.register(async (scope) => {
    // Any page may load the code of the elements; access to the API is checked separately.
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('access-control-allow-origin', '*').header('vary', 'accept-encoding');
      // Headers for pages and API responses would add a kilobyte to each script.
      for (const name of NOT_OF_SCRIPTS) reply.removeHeader(name);
    });
    await scope.register(fastifyStatic, {
      root: [embed, ...kept],
      prefix: '/embed/',
      decorateReply: false,
      ...caching,
    });
  });
  // Without a route for each file: adding eight hundred routes would be a third of the work of starting.
  await app.register(fastifyStatic, { root: host, serve: false, ...caching });
  const files = filesOf(host);
  const page = readFileSync(join(host, 'index.html'), 'utf8');
  const readDocument = documentReader(createProviderRequests(config.identityPrivateHosts));
  const providerOrigins = createProviderOrigins(db, log, elapsed, readDocument);
  const identityOrigins = config.identityEndpoint === undefined ? [] : [new URL(config.identityEndpoint).origin];
  const sendPage = async ({ url }: FastifyRequest, reply: FastifyReply) => {
    const address = url.split('?')[0]!;
    if (files.has(address)) return reply.sendFile(address.slice(1));
    const path = withoutSlash(address);
    if (SERVER_PATHS.test(url) && path !== SNIPPET_PATH) return reply.callNotFound();
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      // A window that tries a provider is opened right after the provider was added.
      .header(
        'content-security-policy',
        pagePolicy([...identityOrigins, ...(await providerOrigins(path === POPUP_PATH))]),
      )
      // Isolates windows of other sites from ours, but not the windows that we open ourselves.
      .header('cross-origin-opener-policy', path === POPUP_PATH ? 'unsafe-none' : 'same-origin-allow-popups');
    if (ANSWER_PATHS.has(path) || SECRET_PATHS.test(path))
      reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .header('x-robots-tag', 'noindex');
    return reply.send(page);
  };
  for (const path of ['/', SNIPPET_PATH, '/*']) app.get(path, { schema: { hide: true } }, sendPage);
}

/**
 * Returns the addresses of the files in this folder, except the page itself. Compressed variants are found beside their
 * originals.
 */
function filesOf(folder: string): ReadonlySet<string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const addresses = files.map(({ parentPath, name }) => join('/', relative(folder, parentPath), name));
  return new Set(
    addresses
      .map((address) => address.replaceAll('\\', '/'))
      .filter((address) => address !== '/index.html' && !/\.(br|gz)$/.test(address)),
  );
}

/** Returns the folder of earlier builds, including this one; empty where builds are not kept or cannot be. */
async function keptBuildsFolder(embed: string, folder: string | undefined, log: AppContext['log']): Promise<string[]> {
  if (folder === undefined || !existsSync(join(embed, 'build.json'))) return [];
  try {
    await keepBuild(embed, resolve(folder));
    return [resolve(folder)];
  } catch (error) {
    // Pages that pin an earlier build then show nothing, but all others are served.
    log.error({ err: error, folder }, 'EMBED_KEEP_DIR is not usable: earlier builds of the elements are not served');
    return [];
  }
}
