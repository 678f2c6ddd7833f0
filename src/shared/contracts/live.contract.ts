import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';

/**
 * Server-sent events: `event:` is the type, `data:` ids as JSON. Ends with `bye`; `resync` means that everything must
 * be reloaded.
 */
export const openLive = endpoint({
  method: 'GET',
  path: '/api/live',
  summary: 'Live events; read as a stream with the token in the header',
  who: 'any',
  scope: 'session',
  query: Type.Object({ types: Type.Optional(Type.String({ maxLength: 500 })) }),
  reply: Type.Unknown({ description: 'text/event-stream' }),
  produces: 'text/event-stream',
  errors: ['live.too_many_streams'],
});
