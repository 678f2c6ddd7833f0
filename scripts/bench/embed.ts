// Measures how soon an embedding page shows its first list on a slow connection and machine. For comparison, in the
// same run and from the same servers: the retired Microsoft Graph Toolkit with an empty API, and a few elements of Web
// Awesome. Every visit is a first one. Prints; asserts nothing.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { bodySnippet, type EmbedBuild, headSnippet, scriptSnippet } from '../../src/shared/contracts/embed-build.ts';
import { launchBrowser, newPage } from '../../test/support/browser.ts';
import { identityToken } from '../../test/support/identity-client.ts';
import { freePort, startVerva } from '../../test/support/verva.ts';
import { certificate, serveFront, servePages } from './embed-servers.ts';
import { against, type Line, ms } from './report.ts';
import { type BenchPage, makeRivals, rivalPages } from './rivals.ts';

const LINE = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const SLOWDOWN = 4;
const AIM_MS = 700;
const BUILD = join(import.meta.dirname, '../../dist/embed/build.json');
const TAGS = ['verva-inbox'];
const WHO = 'mart.kask';
/** Language of the page and the user. */
const LANGUAGE = 'en';

interface Visit {
  readonly time: number;
  readonly bytes: number;
  readonly requests: number;
}

/** Measures with separate servers; this many visits of each page, alternating. */
export async function measureEmbed(say: (line: string) => void, visits: number): Promise<Line[]> {
  say('fetching and bundling the compared packages …');
  const folders = await makeRivals();
  const [port, pagePort] = [await freePort(), await freePort()];
  const [origin, pageOrigin] = [`https://localhost:${port}`, `https://localhost:${pagePort}`];
  const tls = certificate();
  // Everything that was started is stopped, even if a later start fails.
  const stops: (() => unknown)[] = [];
  try {
    const verva = await startVerva({ PUBLIC_URL: origin });
    stops.push(() => verva.stop());
    const front = await serveFront(port, tls, verva.url, folders);
    stops.push(() => front.close());
    const browser = await launchBrowser();
    stops.push(() => browser.close());
    await allow(verva.url, pageOrigin);
    const token = await identityToken(verva.url, WHO);
    const pages: Record<string, BenchPage> = { ...ownPages(origin), ...rivalPages(origin) };
    const server = await servePages(pagePort, tls, pages, token);
    stops.push(() => server.close());
    const taken = new Map<string, Visit[]>(Object.keys(pages).map((name) => [name, []]));
    for (let round = 0; round <= visits; round += 1) {
      say(round === 0 ? 'visiting each page once …' : `visit ${round} of ${visits} …`);
      for (const name of Object.keys(pages)) {
        const one = await visit(browser, `${pageOrigin}/${name}`);
        // The first visit of each page warms up the servers.
        if (round > 0) taken.get(name)?.push(one);
      }
    }
    return report(taken);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

function ownPages(server: string): Record<string, BenchPage> {
  const build = JSON.parse(readFileSync(BUILD, 'utf8')) as EmbedBuild;
  const page = (form: 'pinned' | 'newest'): BenchPage => ({
    head: headSnippet(build, { server, form, tags: TAGS, language: LANGUAGE }),
    body: bodySnippet(TAGS),
    script: scriptSnippet({ server, form }),
    isShown: `document.querySelector('verva-inbox')?.shadowRoot?.querySelector('button.item')`,
  });
  return { pinned: page('pinned'), newest: page('newest') };
}

async function allow(verva: string, origin: string): Promise<void> {
  const response = await fetch(`${verva}/api/embed/origins`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await identityToken(verva, 'anna.tamm')}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify({ origin }),
  });
  if (!response.ok) throw new Error(`The page cannot be allowed: ${response.status} ${await response.text()}`);
}

/** A first-time visit: milliseconds from the start of the snippet to the frame after the one that shows the list. */
async function visit(browser: Browser, address: string): Promise<Visit> {
  const { page, context } = await newPage(browser, { ignoresCertificates: true });
  try {
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', LINE);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    const seen = { bytes: 0, requests: 0 };
    cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
      seen.bytes += encodedDataLength;
      seen.requests += 1;
    });
    await page.goto(address, { waitUntil: 'commit' });
    const time = await page.waitForFunction(() => (window as unknown as { shownAfter?: number }).shownAfter);
    return { time: (await time.jsonValue()) as number, ...seen };
  } finally {
    await context.close();
  }
}

const NAMES: Readonly<Record<string, string>> = {
  pinned: 'inbox, pinned snippet',
  newest: 'inbox, always newest',
  mgt: 'Graph Toolkit: to do, planner, agenda, with an empty API',
  webawesome: 'Web Awesome: card, select, input, button, dialog',
};

function report(taken: ReadonlyMap<string, readonly Visit[]>): Line[] {
  const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
  const own = median(taken.get('pinned')!.map(({ time }) => time));
  return [...taken].map(([name, visits]) => {
    const times = visits.map(({ time }) => time).toSorted((a, b) => a - b);
    const middle = median(times);
    return {
      what: `First picture at 1.6 Mbit/s, 150 ms, CPU/${SLOWDOWN}: ${NAMES[name] ?? name}`,
      measured: ms(middle),
      ...(name === 'pinned'
        ? against(middle, { most: AIM_MS }, ' ms')
        : { target: `${(middle / own).toFixed(2)} times` }),
      behind: `${ms(times[0]!)} to ${ms(times.at(-1)!)} of ${times.length}; ${Math.round(median(visits.map(({ bytes }) => bytes)) / 1000)} kB, ${median(visits.map(({ requests }) => requests))} answers, with the page's own`,
    };
  });
}
