import type { FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { isThisMachine } from '../../platform/config.ts';
import type { ServerModule } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { isForwarded } from '../../platform/http/forwarded.ts';
import { isUuid } from '../../platform/uuid.ts';
import { framed, OUTBOX_CSS, OUTBOX_JS, outboxPage } from './outbox.page.ts';
import { listOutbox } from './outbox.store.ts';

const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
/** An e-mail can contain anything: it runs no scripts, loads nothing, and has an opaque origin. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

/**
 * `/dev/outbox`: messages sent by Verva, including codes and temporary passwords, for development without an SMTP server.
 * Exists only with `config.devOutbox`.
 */
export const outbox: ServerModule = (app, { config, db }) => {
  if (!config.devOutbox) return;
  const hidden = { schema: { hide: true } };
  const hasGateway = config.smsWebhookUrl !== undefined;
  const list = (filter: { to?: string | undefined; id?: string }) =>
    db.systemTransaction((tx) => listOutbox(tx, { ...filter, hasGateway }));

  app.get('/dev/outbox', hidden, async (request, reply) => {
    assertDeveloper(request);
    const to = addressee(request);
    const page = outboxPage(await list({ to }), to ?? '');
    return answer(reply, 'text/html', PAGE_POLICY).send(page);
  });

  app.get('/dev/outbox.json', hidden, async (request, reply) => {
    assertDeveloper(request);
    return answer(reply, 'application/json', PAGE_POLICY).send({ items: await list({ to: addressee(request) }) });
  });

  app.get<{ Params: { id: string } }>('/dev/outbox/:id', hidden, async (request, reply) => {
    assertDeveloper(request);
    const { id } = request.params;
    const [item] = isUuid(id) ? await list({ id }) : [];
    if (item?.html == null) throw new AppError('request.not_found');
    return answer(reply, 'text/html', MAIL_POLICY).send(framed(item.html));
  });

  for (const [path, type, content] of [
    ['/dev/outbox.css', 'text/css', OUTBOX_CSS],
    ['/dev/outbox.js', 'text/javascript', OUTBOX_JS],
  ] as const) {
    app.get(path, hidden, async (request, reply) => {
      assertDeveloper(request);
      return answer(reply, type, PAGE_POLICY).send(content);
    });
  }
};

/**
 * Accepts requests from this machine only: not through a local proxy, not through a host name that an attacker has pointed
 * here, and not from a page of another origin.
 */
function assertDeveloper({ headers, socket }: FastifyRequest): void {
  const address = socket.remoteAddress ?? '';
  const isLoopback = ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
  const name = (headers.host ?? '').replace(/:\d+$/, '');
  if (isForwarded(headers) || !isLoopback || !isThisMachine(name) || headers.origin !== undefined) {
    throw new AppError('request.not_found');
  }
}

function addressee({ query }: FastifyRequest): string | undefined {
  const { to } = query as { to?: unknown };
  return typeof to === 'string' ? to.trim().replaceAll('\0', '').slice(0, 320) || undefined : undefined;
}

function answer(reply: FastifyReply, type: string, policy: string): FastifyReply {
  return reply
    .type(`${type}; charset=utf-8`)
    .header('content-security-policy', policy)
    .header('cross-origin-resource-policy', 'same-origin')
    .header('cache-control', 'no-store');
}
