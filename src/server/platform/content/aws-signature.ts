import { createHash, createHmac } from 'node:crypto';

export interface AwsKeys {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Returns the headers that authenticate a request to S3: AWS Signature Version 4 over method, address, these headers and
 * the SHA-256 of the content (hexadecimal), which the bucket compares with the content it receives.
 */
export function signedHeaders(
  keys: AwsKeys,
  request: { readonly method: string; readonly url: string; readonly headers?: Readonly<Record<string, string>> },
  contentHash: string,
  at: Date,
): Record<string, string> {
  const { host, pathname, searchParams } = new URL(request.url);
  const time = at.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const scope = `${time.slice(0, 8)}/${keys.region}/s3/aws4_request`;
  const sent = { ...request.headers, 'x-amz-content-sha256': contentHash, 'x-amz-date': time };
  const signed = Object.entries({ ...sent, host }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const names = signed.map(([name]) => name).join(';');
  const query = [...searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).toSorted();
  const lines = signed.map(([name, value]) => `${name}:${value.trim()}\n`).join('');
  const canonical = [request.method, pathname, query.join('&'), lines, names, contentHash].join('\n');
  const hash = createHash('sha256').update(canonical).digest('hex');
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${keys.secretAccessKey}`) as Buffer;
  const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope, hash].join('\n')).toString('hex');
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${keys.accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}
