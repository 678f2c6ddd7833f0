// Adds twenty inboxes to a page of another origin at once, with their code already loaded. For comparison: twenty bare
// custom elements with the same final markup and style sheets, which is the browser's own cost. Then measures what
// remains after removal. Server, database and page are real.
import type { CDPSession, Page } from 'playwright-core';
import { launchBrowser, newPage } from '../../test/support/browser.ts';
import { freePort, startVerva } from '../../test/support/verva.ts';
import { against, type Line, ms } from './report.ts';

const ELEMENTS = 20;

interface Times {
  /** Until every element is rendered and a frame was shown. */
  readonly drawn: number;
  /** Until every element shows its rows. */
  readonly rows: number;
  /** The same markup in bare elements. */
  readonly bare: number;
}

/** Measures with a separate server and database. */
export async function measureMount(say: (line: string) => void, rounds: number): Promise<Line[]> {
  const port = await freePort();
  const browser = await launchBrowser();
  const verva = await startVerva({ DEMO_PORT: String(port) });
  try {
    const { page } = await newPage(browser);
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.locator('#who').selectOption('mart.kask');
    await page.locator('#person button[type=submit]').click();
    await page.locator('verva-inbox button.item').first().waitFor();
    const cdp = await page.context().newCDPSession(page);
    say(`${ELEMENTS} inboxes, ${rounds} times …`);
    const times: Times[] = [];
    await round(page);
    const before = await left(cdp);
    for (let index = 0; index < rounds; index += 1) times.push(await round(page));
    const after = await left(cdp);
    const median = (name: keyof Times) => times.map((one) => one[name]).sort((a, b) => a - b)[rounds >> 1] as number;
    return [
      {
        what: `${ELEMENTS} inboxes drawn`,
        measured: ms(median('drawn')),
        ...against(median('drawn'), { most: 150 }),
        behind: `${(median('drawn') / median('bare')).toFixed(1)} times the ${ms(median('bare'))} of bare elements with the same markup; with their rows ${ms(median('rows'))}`,
      },
      {
        what: `Left behind by ${rounds * ELEMENTS} inboxes that were removed`,
        measured: `${after.nodes - before.nodes} nodes, ${after.listeners - before.listeners} listeners`,
        behind: `heap ${before.heap.toFixed(1)} MB before, ${after.heap.toFixed(1)} MB after`,
      },
    ];
  } finally {
    await browser.close();
    await verva.stop();
  }
}

function round(page: Page): Promise<Times> {
  return page.evaluate(async (count) => {
    const frame = () => new Promise<number>((done) => requestAnimationFrame(() => setTimeout(done)));
    const roots = (box: Element) => [...box.children].map(({ shadowRoot }) => shadowRoot as ShadowRoot);
    const until = async (isSo: () => boolean) => {
      while (!isSo()) await frame();
      await frame();
    };
    if (!customElements.get('bare-element')) {
      customElements.define(
        'bare-element',
        class extends HTMLElement {
          fill(like: ShadowRoot) {
            const root = this.attachShadow({ mode: 'open' });
            root.adoptedStyleSheets = like.adoptedStyleSheets;
            root.append(...[...like.childNodes].map((node) => node.cloneNode(true)));
          }
        },
      );
    }
    const box = document.body.appendChild(document.createElement('section'));
    await frame();
    let begun = performance.now();
    box.append(...Array.from({ length: count }, () => document.createElement('verva-inbox')));
    await until(() => roots(box).every((root) => root.querySelector('.list-pane')));
    const drawn = performance.now() - begun;
    await until(() => roots(box).every((root) => root.querySelector('button.item')));
    const rows = performance.now() - begun;
    const other = document.createElement('section');
    const models = roots(box);
    box.replaceWith(other);
    await frame();
    begun = performance.now();
    for (const model of models) {
      const bare = document.createElement('bare-element') as HTMLElement & { fill(like: ShadowRoot): void };
      bare.fill(model);
      other.append(bare);
    }
    await until(() => true);
    const bare = performance.now() - begun;
    other.remove();
    await frame();
    return { drawn, rows, bare };
  }, ELEMENTS);
}

async function left(cdp: CDPSession) {
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners: listeners } = await cdp.send('Memory.getDOMCounters');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return { nodes, listeners, heap: usedSize / 1e6 };
}
