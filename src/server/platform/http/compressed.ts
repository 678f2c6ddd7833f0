import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** Smaller responses fit into one packet anyway. */
const SMALLEST_WORTH_IT = 1400;
const TEXT = /^(?:text\/|application\/(?:[\w.+-]+\+)?json)/;
/** Nearly the best ratio at ten times the speed: responses are compressed one by one. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const COMPRESSORS = {
  br: (text: string) => promisify(brotliCompress)(text, QUALITY),
  gzip: (text: string) => promisify(gzip)(text),
};

/** Compresses text responses to GET, if the client accepts it. Other responses may contain secrets and are not compressed. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async ({ method, headers }, reply, payload) => {
    if (method !== 'GET' || typeof payload !== 'string' || payload.length < SMALLEST_WORTH_IT) return payload;
    if (reply.hasHeader('content-encoding') || !TEXT.test(String(reply.getHeader('content-type')))) return payload;
    const varies = reply.getHeader('vary');
    reply.header('vary', varies ? `${varies}, accept-encoding` : 'accept-encoding');
    const encoding = encodingOf(headers['accept-encoding']);
    if (!encoding) return payload;
    reply.header('content-encoding', encoding).removeHeader('content-length');
    return COMPRESSORS[encoding](payload);
  });
}

function encodingOf(accepted: string | string[] | undefined): keyof typeof COMPRESSORS | undefined {
  const taken = String(accepted ?? '')
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .filter((one) => !/;\s*q=0(?:\.0*)?$/.test(one))
    .map((one) => one.split(';')[0]);
  return (['br', 'gzip'] as const).find((encoding) => taken.includes(encoding));
}
