import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { createConnection } from 'node:net';
import autocannon from 'autocannon';

export interface Latency {
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** Sends requests sequentially on one connection; every response must be 200 with `rows` items. */
export async function sequential(url: string, token: string, count: number, rows: number): Promise<Latency> {
  return latencyOf(await timesOf(url, token, count, rows));
}

export function latencyOf(times: readonly number[]): Latency {
  const sorted = times.toSorted((a, b) => a - b);
  return { p50: sorted[Math.floor(sorted.length * 0.5)]!, p99: sorted[Math.floor(sorted.length * 0.99)]! };
}

/** Like `sequential`; returns the milliseconds of each request, in order. Without `rows`, any number of items is right. */
export async function timesOf(url: string, token: string, count: number, rows?: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  const warmUp = Math.min(count, 200);
  for (let index = -warmUp; index < count; index += 1) {
    const started = performance.now();
    const text = await getText(url, token, agent);
    if (index >= 0) times.push(performance.now() - started);
    if (index === 0 && rows !== undefined) {
      const found = (JSON.parse(text) as { items: unknown[] }).items.length;
      if (found !== rows) throw new Error(`The list has ${found} rows instead of ${rows}.`);
    }
  }
  agent.destroy();
  return times;
}

function getText(url: string, token: string, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () =>
        response.statusCode === 200 ? resolve(text) : reject(new Error(`${response.statusCode}: ${text}`)),
      );
    }).on('error', reject);
  });
}

/** Returns the requests per second of ten connections that each send the next request after a response. */
export async function throughput(url: string, token: string, seconds: number): Promise<number> {
  const result = await autocannon({
    url,
    connections: 10,
    duration: seconds,
    headers: { authorization: `Bearer ${token}` },
  });
  if (result.non2xx + result.errors > 0) {
    const again = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    throw new Error(
      `${result.non2xx} responses of ${url} were not 2xx and ${result.errors} requests failed. Now it answers ${again.status}: ${await again.text()}`,
    );
  }
  return result.requests.total / result.duration;
}

export interface Posted extends Latency {
  readonly perSecond: number;
}

/** Posts one body to each path, `connections` at a time, each with its own idempotency key. */
export async function postEach(
  url: string,
  token: string,
  { paths, body, connections }: { paths: readonly string[]; body: unknown; connections: number },
): Promise<Posted> {
  const text = JSON.stringify(body);
  const times: number[] = [];
  let next = 0;
  const run = async () => {
    const connection = await connect(url);
    for (let path = paths[next++]; path !== undefined; path = paths[next++]) {
      const started = performance.now();
      const status = await connection.request(
        `POST ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n` +
          `idempotency-key: ${path}\r\ncontent-length: ${text.length}\r\n\r\n${text}`,
      );
      if (!status.startsWith('HTTP/1.1 2')) throw new Error(`${path}: ${status}`);
      times.push(performance.now() - started);
    }
    connection.close();
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: connections }, run));
  const seconds = (performance.now() - started) / 1000;
  return { perSecond: paths.length / seconds, ...latencyOf(times) };
}

/**
 * Opens a keep-alive connection with little processor use, which the measured side needs. Resolves with the status
 * line.
 */
export async function connect(url: string) {
  const { hostname, port } = new URL(url);
  const socket = createConnection({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  let text = '';
  let answered: { resolve: (status: string) => void; reject: (error: Error) => void } | undefined;
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    text += chunk;
    const end = text.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0);
    if (text.length < end + 4 + length) return;
    const status = text.slice(0, text.indexOf('\r\n'));
    text = '';
    answered?.resolve(status);
  });
  socket.on('error', (error) => answered?.reject(error));
  socket.on('close', () => answered?.reject(new Error('The server closed the connection.')));
  return {
    request: (message: string) =>
      new Promise<string>((resolve, reject) => {
        answered = { resolve, reject };
        socket.write(message);
      }),
    close: () => socket.destroy(),
  };
}
