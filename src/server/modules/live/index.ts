import { openLive } from '../../../shared/contracts/live.contract.ts';
import type { ServerModule } from '../../platform/context.ts';
import { callerOf, serve } from '../../platform/http/serve.ts';

/** Lifetime of a stream: that of an identity token, regardless of the remaining time of the token used. */
const STREAM_MS = 3_600_000;

/** Live events: the stream that a browser keeps open. */
export const live: ServerModule = (app, context) => {
  serve(
    app,
    context,
    openLive,
    async ({ session, query, request, reply, now }) => {
      const lastEventId = request.headers['last-event-id'];
      // Headers set by hooks so far, CORS in particular, apply to this response too.
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value as string);
      }
      await context.live.open({
        session,
        verify: () => callerOf(request, context),
        response: reply.raw,
        types:
          query.types
            ?.split(',')
            .map((type) => type.trim())
            .filter(Boolean) ?? [],
        lastEventId: typeof lastEventId === 'string' ? lastEventId : undefined,
        until: new Date(now.getTime() + STREAM_MS),
      });
      reply.hijack();
      return null;
    },
    { transaction: 'none' },
  );
};
