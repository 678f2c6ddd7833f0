// A manual of 200 pages in Chromium with the real server: time to the first painted screen, and duration of frames
// while scrolling. Prints; asserts nothing.
import type { Page } from 'playwright-core';
import { arrive, launchBrowser, newPage } from '../../test/support/browser.ts';
import { identityToken } from '../../test/support/identity-client.ts';
import { startVerva } from '../../test/support/verva.ts';
import { manualOf } from './manuals.ts';
import { against, type Line, ms } from './report.ts';

const PAGES = 200;
const PIXELS = 120;

interface Amount {
  readonly openings: number;
  /** Frames of scrolling. */
  readonly frameCount: number;
}

/** Measures with a separate server and database. */
export async function measureManualReader(
  say: (line: string) => void,
  { openings, frameCount }: Amount,
): Promise<Line[]> {
  say(`a manual of ${PAGES} pages …`);
  const server = await startVerva();
  const browser = await launchBrowser();
  try {
    const id = await publish(server.url);
    const { page } = await newPage(browser);
    await arrive(page, server.url, 'anna.tamm');
    say('opening it …');
    const cold = await openedByAddress(page, `${server.url}/manuals?manualId=${id}`);
    await page.goto(`${server.url}/manuals`);
    const times = await openedFromList(page, openings);
    const paint = times.toSorted((a, b) => a - b);
    const median = paint[Math.floor(paint.length / 2)]!;
    say('scrolling …');
    const frames = await scrolled(page, frameCount);
    return [
      {
        what: 'First screen of a manual of 200 pages, from the list',
        measured: ms(median),
        ...against(median, { most: 300 }),
        behind: `worst of ${paint.length} ${ms(paint.at(-1)!)}; by its address in a new window, with the application, ${ms(cold)}`,
      },
      {
        what: 'Longest frame while it is scrolled',
        measured: ms(frames.at(-1)!),
        ...against(frames.at(-1)!, { most: 33 }),
        behind: `p99 ${ms(frames[Math.floor(frames.length * 0.99)]!)}, p50 ${ms(frames[Math.floor(frames.length / 2)]!)} of ${frames.length} frames of ${PIXELS} px`,
      },
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function publish(url: string): Promise<string> {
  const token = await identityToken(url, 'juri.lepik');
  const send = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': crypto.randomUUID(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  };
  const group = await send('POST', '/api/manuals/groups', { name: { en: 'Bench' } });
  const manual = await send('POST', '/api/manuals', { code: 'B-200', groupId: group.id, title: 'Two hundred pages' });
  const id = String(manual.id);
  await send('PUT', `/api/manuals/${id}/versions/1/texts/en`, { title: 'Two hundred pages', html: manualOf(1) });
  await send('PUT', `/api/manuals/${id}/audience`, { rules: [{ kind: 'all', ref: '' }] });
  await send('POST', `/api/manuals/${id}/versions/1/release`, { asks: 'full' });
  return id;
}

/** Milliseconds from the navigation to the first painted paragraph. */
async function openedByAddress(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('.manual-text p').first().waitFor();
  return page.evaluate(() => performance.now());
}

/** Milliseconds from the click in the list to the frame that shows the first paragraph, for several openings. */
async function openedFromList(page: Page, openings: number): Promise<number[]> {
  await page.getByRole('button', { name: /Two hundred pages/ }).waitFor();
  const times: number[] = [];
  for (let opening = 0; opening < openings; opening += 1) {
    const time = await page.evaluate(async () => {
      const root = document.querySelector('verva-manual-reader')?.shadowRoot as ShadowRoot;
      const frame = () => new Promise<void>((done) => requestAnimationFrame(() => done()));
      const rows = [...root.querySelectorAll<HTMLElement>('.manual-open')];
      const began = performance.now();
      rows.find((row) => row.textContent?.includes('Two hundred pages'))?.click();
      while (!root.querySelector('.manual-text p')) await frame();
      // It is painted when the next frame begins.
      await frame();
      return performance.now() - began;
    });
    times.push(time);
    if (opening === openings - 1) break;
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await page.getByRole('button', { name: /Two hundred pages/ }).waitFor();
  }
  return times;
}

/** Returns the duration of each frame during even scrolling, shortest first. */
async function scrolled(page: Page, frameCount: number): Promise<number[]> {
  return page.evaluate(
    async ({ frames, pixels }) => {
      const root = document.querySelector('verva-manual-reader')?.shadowRoot as ShadowRoot;
      const paper = root.querySelector('.paper') as HTMLElement;
      const frame = () => new Promise<number>((done) => requestAnimationFrame(done));
      const times: number[] = [];
      let before = await frame();
      for (let at = 0; at < frames; at += 1) {
        paper.scrollBy(0, pixels);
        const now = await frame();
        times.push(now - before);
        before = now;
      }
      return times.sort((a, b) => a - b);
    },
    { frames: frameCount, pixels: PIXELS },
  );
}
