import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import type { Bench } from './bench.ts';
import { latencyOf, timesOf } from './load.ts';
import { against, type Line, ms } from './report.ts';
import { at } from './scale.ts';

const LIST = '/api/tasks?limit=50';
/** Each client sends one byte in this many turns. */
const TURNS = 10;
const TURN_MS = 100;
const TARGET_MS = 50;
const HEADERS = 'GET /api/tasks HTTP/1.1\r\nhost: bench\r\nx-a: ';
const BODY =
  'POST /identity/ HTTP/1.1\r\nhost: bench\r\ncontent-type: application/x-amz-json-1.1\r\ncontent-length: 900\r\n\r\n"';

/** Measures the list for a signed-in user while clients send headers and bodies at one byte a second. */
export async function measureSlowClients({ server, token, say, scale }: Bench): Promise<Line[]> {
  const clients = at(scale, 500, 500, 20);
  say(`the list with ${clients} slow clients …`);
  const rounds = at(scale, 8, 3, 1);
  const list = () => timesOf(server.url + LIST, token, at(scale, 400, 200, 5), 50);
  await list();
  const rest: number[] = [];
  const beside: number[] = [];
  let ended = 0;
  // Alternating, so that other load on the machine affects both.
  for (let round = 0; round < rounds; round += 1) {
    rest.push(...(await list()));
    const slow = await openSlowClients(server.url, clients);
    beside.push(...(await list()));
    ended += slow.stop();
  }
  const [during, quiet] = [latencyOf(beside), latencyOf(rest)];
  const ratio = during.p99 / quiet.p99;
  return [
    {
      what: `p99 of the list beside ${clients} slow clients`,
      measured: ms(during.p99),
      ...against(during.p99, { most: TARGET_MS }, ' ms'),
      behind:
        `${ratio.toFixed(2)} of the ${ms(quiet.p99)} without them; p50 ${ms(during.p50)} to ${ms(quiet.p50)}; ` +
        `half send headers and half a body, a byte a second; the server ended ${ended}`,
    },
  ];
}

interface SlowClients {
  /** Closes the clients; returns how many of them the server had disconnected. */
  stop(): number;
}

/** Resolves once all are connected; a disconnected client connects again. */
async function openSlowClients(url: string, count: number): Promise<SlowClients> {
  const { hostname, port } = new URL(url);
  let ended = 0;
  let running = true;
  const sockets: Socket[] = [];
  const open = (index: number): Socket => {
    const socket = createConnection({ host: hostname, port: Number(port), noDelay: true });
    socket.write(index % 2 === 0 ? HEADERS : BODY);
    socket.on('error', () => undefined);
    socket.resume();
    socket.on('close', () => {
      if (!running) return;
      ended += 1;
      sockets[index] = open(index);
    });
    sockets[index] = socket;
    return socket;
  };
  await Promise.all(Array.from({ length: count }, (_, index) => once(open(index), 'connect')));
  let turn = 0;
  const drip = setInterval(() => {
    turn += 1;
    for (let index = turn % TURNS; index < count; index += TURNS)
      if (sockets[index]!.writable) sockets[index]!.write('b');
  }, TURN_MS);
  return {
    stop() {
      running = false;
      clearInterval(drip);
      for (const socket of sockets) socket.destroy();
      return ended;
    },
  };
}
