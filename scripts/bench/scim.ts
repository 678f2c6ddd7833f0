import { setTimeout as pause } from 'node:timers/promises';
import { createClientOf } from '../../src/server/modules/scim/index.ts';
import { type Bench, openBench } from './bench.ts';
import { type Latency, latencyOf } from './load.ts';
import { addReferenceData, addUsers } from './people.ts';
import { against, type Line, ms } from './report.ts';
import { at, type Scale } from './scale.ts';

const MOST = 1.5;
const PAGE = 100;
const CONTENT = 'application/scim+json';

interface Request {
  readonly what: string;
  readonly method: 'GET' | 'PATCH';
  readonly path: string;
  readonly body?: (index: number) => unknown;
  /** The rows before the page are counted. */
  readonly isByOffset?: true;
}

/** Measures what directories send, while an organisation grows: the times must stay flat. */
export async function measureScim(scale: Scale, say: (line: string) => void): Promise<Line[]> {
  const bench = await openBench(scale, say);
  try {
    return await measureIn(bench);
  } finally {
    await bench.close();
  }
}

async function measureIn({ db, admin, server, benchTenant, scale, say }: Bench): Promise<Line[]> {
  const { tenantId } = benchTenant;
  await addReferenceData(admin, tenantId);
  const token = (await createClientOf(db, 'bench', { name: 'Bench' }, new Date()))!;
  const send = sender(`${server.url}/scim/v2/bench`, token);
  const sizes = at(scale, [1000, 100_000], [1000, 100_000], [200, 400]);
  const measured = new Map<string, Latency[]>();
  let requests: Request[] = [];
  let size = 0;
  for (const to of sizes) {
    say(`${to.toLocaleString('en')} users …`);
    await addUsers(admin, tenantId, size, to);
    size = to;
    requests = await requestsAt(send, size);
    for (const request of requests) {
      const times: number[] = [];
      for (let index = 0; index < at(scale, 100, 60, 3); index += 1) times.push((await send(request, index)).took);
      measured.set(request.what, [...(measured.get(request.what) ?? []), latencyOf(times)]);
    }
  }
  return requests.map(({ what, isByOffset }) => {
    const [first, last] = measured.get(what)!;
    const ratio = last!.p50 / first!.p50;
    return {
      what: `SCIM, p50 at ${size.toLocaleString('en')} to ${sizes[0]!.toLocaleString('en')} users: ${what}`,
      measured: ratio.toFixed(2),
      ...(isByOffset ? {} : against(ratio, { most: MOST })),
      behind: `${ms(first!.p50)} and ${ms(last!.p50)}, p99 ${ms(last!.p99)}`,
    };
  });
}

type Send = ReturnType<typeof sender>;

async function requestsAt(send: Send, size: number): Promise<Request[]> {
  const list = (what: string, query: string): Request => ({ what, method: 'GET', path: `/Users?${query}` });
  const named = list('userName eq', `filter=${encodeURIComponent('userName eq "user.77"')}`);
  const { body } = await send(named, 0);
  const path = `/Users/${body.Resources[0].id}`;
  return [
    named,
    list('userName eq, not found', `filter=${encodeURIComponent('userName eq "nobody.here"')}`),
    { what: 'one user', method: 'GET', path },
    {
      what: 'PATCH of a user',
      method: 'PATCH',
      path,
      body: (index) => ({ Operations: [{ op: 'replace', path: 'displayName', value: `Aino Saar ${index}` }] }),
    },
    list(`first page of ${PAGE}`, `startIndex=1&count=${PAGE}`),
    { ...list(`last page of ${PAGE}`, `startIndex=${size - PAGE + 1}&count=${PAGE}`), isByOffset: true },
  ];
}

/** Sends a request, and again after the time to wait when there were too many. */
function sender(address: string, token: string) {
  return async ({ method, path, body }: Request, index: number) => {
    for (;;) {
      const began = performance.now();
      const response = await fetch(address + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': CONTENT },
        ...(body ? { body: JSON.stringify(body(index)) } : {}),
      });
      const text = await response.text();
      const took = performance.now() - began;
      if (response.ok) return { took, body: text === '' ? null : JSON.parse(text) };
      if (response.status !== 429) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      await pause(Number(response.headers.get('retry-after')) * 1000);
    }
  };
}
