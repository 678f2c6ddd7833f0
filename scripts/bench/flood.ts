import { identityToken } from '../../test/support/identity-client.ts';
import type { Bench } from './bench.ts';
import { CLERK } from './bench-tenant.ts';
import { launchVerva } from './launch.ts';
import { connect, latencyOf, timesOf } from './load.ts';
import { against, type Line, ms, perSecond } from './report.ts';
import { at } from './scale.ts';

const LIST = '/api/tasks?limit=50';
const CONNECTIONS = 50;

/** Measures the list for a signed-in user while other clients send wrong passwords as fast as they are answered. */
export async function measureFlood({ databaseUrl, say, scale }: Bench): Promise<Line[]> {
  say('the list during password guessing …');
  // Each password comes from a different address; otherwise the limit per address would end the flood.
  const server = await launchVerva({ DATABASE_URL: databaseUrl, TRUST_PROXY: '1' });
  const token = await identityToken(server.url, CLERK.username, CLERK.password);
  const count = at(scale, 400, 200, 5);
  const rounds = at(scale, 8, 8, 1);
  const list = () => timesOf(server.url + LIST, token, count, 50);
  await list();
  const rest: number[] = [];
  const flooded: number[] = [];
  let [evaluated, refused, seconds] = [0, 0, 0];
  // Alternating, so that other load on the machine affects both.
  for (let round = 0; round < rounds; round += 1) {
    rest.push(...(await list()));
    const flood = await startFlood(server.url, round);
    flooded.push(...(await list()));
    const counted = await flood.stop();
    evaluated += counted.evaluated;
    refused += counted.refused;
    seconds += counted.seconds;
  }
  await server.stop();
  const [under, quiet] = [latencyOf(flooded), latencyOf(rest)];
  const ratio = under.p99 / quiet.p99;
  return [
    {
      what: 'p99 of the list while passwords are guessed, to p99 at rest',
      measured: ratio.toFixed(1),
      ...against(ratio, { most: 3 }),
      behind:
        `p99 ${ms(under.p99)} to ${ms(quiet.p99)}, p50 ${ms(under.p50)} to ${ms(quiet.p50)}; ${CONNECTIONS} connections, ` +
        `${perSecond(evaluated / seconds)} passwords evaluated and ${perSecond(refused / seconds)} refused`,
    },
  ];
}

interface Flood {
  stop(): Promise<{ readonly evaluated: number; readonly refused: number; readonly seconds: number }>;
}

/** Sends wrong passwords for unknown usernames; resolves once the queue of password checks is full. */
async function startFlood(url: string, round: number): Promise<Flood> {
  const { promise: isFull, resolve: full } = Promise.withResolvers<void>();
  let running = true;
  let evaluated = 0;
  let refused = 0;
  let next = 0;
  const run = async () => {
    const connection = await connect(url);
    while (running) {
      const number = next++;
      const body = JSON.stringify({
        AuthFlow: 'USER_PASSWORD_AUTH',
        ClientId: 'verva-web',
        AuthParameters: { USERNAME: `guessed.${round}.${number}`, PASSWORD: 'Guess-2026-wrong' },
      });
      const status = await connection.request(
        `POST /identity/ HTTP/1.1\r\nhost: bench\r\nx-forwarded-for: 10.${round}.${(number >> 8) & 255}.${number & 255}\r\n` +
          'content-type: application/x-amz-json-1.1\r\nx-amz-target: AWSCognitoIdentityProviderService.InitiateAuth\r\n' +
          `content-length: ${body.length}\r\n\r\n${body}`,
      );
      if (status.startsWith('HTTP/1.1 400')) evaluated += 1;
      else if (status.startsWith('HTTP/1.1 429')) refused += 1;
      else throw new Error(`A sign-in attempt returned ${status}.`);
      if (refused > 0) full();
    }
    connection.close();
  };
  const began = performance.now();
  const all = Promise.all(Array.from({ length: CONNECTIONS }, run));
  await Promise.race([isFull, all]);
  return {
    async stop() {
      running = false;
      await all;
      return { evaluated, refused, seconds: (performance.now() - began) / 1000 };
    },
  };
}
