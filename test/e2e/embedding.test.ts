import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { type EmbedBuild, headSnippet, importMap, scriptSnippet } from '../../src/shared/contracts/embed-build.ts';
import { strictPolicy } from '../../src/shared/contracts/embed-policy.ts';
import { launchBrowser, stopClock } from '../support/browser.ts';
import { waitFor } from '../support/wait-for.ts';

// Elements on a page of another origin under a strict policy. There is no API here: elements must also render without
// one. Other journeys show the same with a server.
const EMBED = join(import.meta.dirname, '../../dist/embed');

let browser: Browser;
let widgets: Server;
let intranet: Server;
let policy = '';
let body = '';
/** The page's own script. */
let script = '';
/** Number of tokens that the page requested from its back end. */
let tokens = 0;
/** Scripts to which a byte is added in transit. */
let changed: RegExp | null = null;
const address = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const listen = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

before(async () => {
  assert.ok(existsSync(join(EMBED, 'loader.js')), 'build first: npm run build');
  widgets = createServer(({ url = '' }, reply) => {
    const file = join(EMBED, decodeURIComponent(url.replace(/[?#].*/, '').replace(/^\/embed\//, '')));
    if (!url.startsWith('/embed/') || !file.startsWith(EMBED) || !existsSync(file)) {
      reply.writeHead(404, { 'access-control-allow-origin': '*' }).end();
      return;
    }
    reply.writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' });
    // A loader of another version, or one whose chunks no longer exist.
    const { searchParams } = new URL(url, 'http://embed');
    const other = searchParams.get('version');
    if (other) {
      const code = readFileSync(file, 'utf8').replace(/(version:`)[^`]+/, `$1${other}`);
      reply.end(searchParams.has('gone') ? code.replaceAll('./c/', './gone/') : code);
      return;
    }
    if (changed?.test(url)) reply.end(`${readFileSync(file, 'utf8')} `);
    else createReadStream(file).pipe(reply);
  });
  intranet = createServer(({ url }, reply) => {
    if (url === '/app.js') {
      reply.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
      return;
    }
    if (url === '/verva-token') {
      tokens += 1;
      reply.writeHead(200, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end('a.b.c');
      return;
    }
    reply.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy });
    reply.end(body);
  });
  await Promise.all([listen(widgets), listen(intranet)]);
  browser = await launchBrowser();
});

after(async () => {
  await browser?.close();
  widgets?.close();
  intranet?.close();
});

interface Opened {
  readonly page: Page;
  readonly violations: () => Promise<string[]>;
  readonly errors: string[];
}

/** Opens a page with the elements, and in its head what the product's documentation says to add. */
async function open(
  content: string,
  { form = 'newest', prepare }: { form?: 'newest' | 'pinned'; prepare?: (page: Page) => Promise<unknown> } = {},
): Promise<Opened> {
  const server = address(widgets);
  const build = JSON.parse(readFileSync(join(EMBED, 'build.json'), 'utf8')) as EmbedBuild;
  const choice = { server, form, tags: ['verva-inbox'], language: 'et' } as const;
  const hash = createHash('sha256').update(importMap(build, choice)).digest('base64');
  policy = strictPolicy(server, form === 'pinned' ? `sha256-${hash}` : undefined);
  body = `<!doctype html><html lang="et"><head><title>Intranet</title>${headSnippet(build, choice)}</head>
    <body>${content}</body></html>`;
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.addInitScript(() => {
    const seen: string[] = [];
    const changes: string[] = [];
    Object.assign(window, { seen, changes });
    // `interactive` is after parsing and before the loader runs.
    document.addEventListener('readystatechange', () => {
      if (document.readyState !== 'interactive') return;
      new MutationObserver((records) => {
        for (const { target, type } of records) changes.push(`${type} ${target.nodeName}`);
      }).observe(document, { childList: true, attributes: true, characterData: true, subtree: true });
    });
    document.addEventListener('securitypolicyviolation', (event) => {
      seen.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
    });
  });
  await prepare?.(page);
  await page.goto(address(intranet));
  return { page, errors, violations: () => page.evaluate(() => (window as unknown as { seen: string[] }).seen) };
}

const drawn = (tag: string) =>
  (document.querySelector(tag)?.shadowRoot?.querySelector('.verva-root')?.textContent ?? '').length > 0;

test('EMB-01 EMB-04 elements load from another origin under a strict policy without a violation', async () => {
  const { page, violations, errors } = await open(
    '<h1>Intranet</h1><verva-inbox></verva-inbox><verva-task-form task-id="1"></verva-task-form>',
  );
  await page.waitForFunction(drawn, 'verva-inbox');
  await page.waitForFunction(drawn, 'verva-task-form');
  assert.deepEqual(await violations(), []);
  assert.deepEqual(errors, []);
  await page.close();
});

test('EMB-03 nothing of the page changes outside the elements', async () => {
  const { page } = await open('<h1>Intranet</h1><verva-inbox></verva-inbox>');
  await page.waitForFunction(drawn, 'verva-inbox');
  assert.deepEqual(await page.evaluate(() => (window as unknown as { changes: string[] }).changes), []);
  await page.close();
});

test("EMB-02 the language is the page's, and one call changes it everywhere", async () => {
  const { page } = await open('<verva-inbox></verva-inbox>');
  await page.waitForFunction(drawn, 'verva-inbox');
  const language = () =>
    document.querySelector('verva-inbox')?.shadowRoot?.querySelector('.verva-root')?.getAttribute('lang');
  await waitFor(() => page.evaluate(language), 'et');
  const loader = `${address(widgets)}/embed/loader.js`;
  await page.evaluate(async (url) => (await import(url)).configureVerva({ locale: 'ru' }), loader);
  await page.waitForFunction(
    () =>
      document.querySelector('verva-inbox')?.shadowRoot?.querySelector('.verva-root')?.getAttribute('lang') === 'ru',
  );
  await page.close();
});

/** Returns the `verva-load-error` events, one line each. */
function heardErrors(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { loadErrors: string[] }).loadErrors);
}

const hearErrors = (page: Page) =>
  page.addInitScript(() => {
    const loadErrors: string[] = [];
    Object.assign(window, { loadErrors });
    document.addEventListener(
      'verva-load-error',
      ({ target, detail }: CustomEventInit & { target: EventTarget | null }) =>
        loadErrors.push(`${(target as Element).localName} ${detail.tag} ${detail.error.name} ${detail.error.type}`),
    );
  });

test('EMB-01 LAY-14 missing code is reported inside the element, and retried after 1, 2, 4 s', async () => {
  let asked = 0;
  const { page, errors } = await open('<h1>Intranet</h1><verva-inbox></verva-inbox>', {
    prepare: async (blank) => {
      await stopClock(blank);
      await hearErrors(blank);
      await blank.route('**/c/inbox-*.js', (route) => (++asked > 3 ? route.continue() : route.abort()));
    },
  });
  const line = page.locator('verva-inbox [role=alert]');
  await line.getByRole('button', { name: 'Laadi uuesti' }).waitFor();
  assert.match((await line.textContent()) ?? '', /Seda lehe osa ei õnnestunud laadida/);
  for (const [times, ms] of [
    [1, 1000],
    [2, 2000],
    [3, 4000],
  ] as const) {
    await page.waitForFunction(
      (count) => (window as unknown as { loadErrors: string[] }).loadErrors.length === count,
      times,
    );
    assert.equal(asked, times);
    await page.clock.runFor(ms - 1);
    assert.equal(asked, times);
    await page.clock.runFor(1);
  }
  await page.locator('verva-inbox .verva-root').waitFor();
  await line.waitFor({ state: 'detached' });
  assert.deepEqual([...new Set(await heardErrors(page))], ['verva-inbox verva-inbox ChunkLoadError missing']);
  assert.deepEqual(errors, []);
  await page.close();
});

test('LAY-14 code that takes longer than 120 s counts as failed, and is still used when it arrives', async () => {
  let release = () => {};
  let isAsked = () => {};
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  const { page } = await open('<verva-inbox></verva-inbox>', {
    prepare: async (blank) => {
      await stopClock(blank);
      await hearErrors(blank);
      await blank.route('**/c/inbox-*.js', async (route) => {
        await new Promise<void>((resolve) => {
          release = resolve;
          isAsked();
        });
        await route.continue();
      });
    },
  });
  await asked;
  await page.clock.runFor(119_000);
  assert.deepEqual(await heardErrors(page), []);
  await page.clock.runFor(1001);
  await page.locator('verva-inbox').getByRole('button', { name: 'Laadi uuesti' }).waitFor();
  assert.deepEqual(await heardErrors(page), ['verva-inbox verva-inbox ChunkLoadError timeout']);
  release();
  await page.locator('verva-inbox .verva-root').waitFor();
  await page.close();
});

test('BEY-21 EMB-02 of two versions the first one serves the page, and the second one logs it once', async () => {
  const origin = address(widgets);
  const other = `${origin}/embed/loader.js?version=9.9.9`;
  const messages: string[] = [];
  const { page, errors } = await open(
    `<script type="module" crossorigin src="${other}"></script><verva-inbox></verva-inbox><verva-profile></verva-profile>`,
    {
      prepare: async (blank) => blank.on('console', (message) => messages.push(`${message.type()} ${message.text()}`)),
    },
  );
  await page.waitForFunction(drawn, 'verva-inbox');
  // Configuration through the second loader applies to all elements.
  await page.evaluate(async (url) => (await import(url)).configureVerva({ locale: 'ru' }), other);
  for (const tag of ['verva-inbox', 'verva-profile']) await page.locator(`${tag} .verva-root[lang=ru]`).waitFor();
  const warnings = () => messages.filter((line) => line.startsWith('warning'));
  await waitFor(() => warnings().length, 1);
  assert.match(warnings()[0] ?? '', /^warning Verva [\d.]+ serves this page, 9\.9\.9 is not used\.$/);
  assert.deepEqual(errors, []);
  await page.close();
});

test('BEY-21 a version whose code is no longer available yields to the other one on the page', async () => {
  const origin = address(widgets);
  const { page, errors } = await open('<verva-inbox></verva-inbox>', {
    prepare: (blank) =>
      blank.route(`${origin}/embed/loader.js`, (route) =>
        route.request().url().includes('?')
          ? route.continue()
          : route.continue({ url: `${origin}/embed/loader.js?version=0.0.9&gone` }),
      ),
  });
  await page.waitForFunction(() => document.querySelector('verva-inbox')?.shadowRoot?.querySelector('[role=alert]'));
  await page.evaluate((url) => import(url), `${origin}/embed/loader.js?version=9.9.9`);
  await page.waitForFunction(drawn, 'verva-inbox');
  assert.deepEqual(errors, []);
  await page.close();
});

/** Whether the first element of the tag has rendered, or reports that its code did not arrive. */
const outcomeOf = (page: Page, tag: string) =>
  page.evaluate(
    (name) =>
      new Promise<string>((resolve) => {
        document.addEventListener('verva-load-error', ({ target }) => {
          const { localName, shadowRoot } = target as Element;
          resolve(`lost ${localName}, ${shadowRoot?.querySelector('[role=alert] button')?.textContent}`);
        });
        void customElements.whenDefined(name).then(() => resolve(`defined ${name}`));
        document.body.append(document.createElement(name));
      }),
    tag,
  );

test('BEY-21 EMB-04 the pinned snippet works under a strict policy, and names what the loader will need before it runs', async () => {
  changed = null;
  const { page, violations, errors } = await open('<verva-inbox></verva-inbox>', { form: 'pinned' });
  await page.waitForFunction(drawn, 'verva-inbox');
  assert.deepEqual([await violations(), errors], [[], []]);
  const named = await page.evaluate(() =>
    [...document.querySelectorAll('link[rel=modulepreload]')].map((link) => (link as HTMLLinkElement).href).sort(),
  );
  assert.ok(named.length > 4, 'the chunks are seen');
  const fetched = () =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)) as Promise<string[]>;
  await waitFor(async () => (await fetched()).filter((url) => url.includes('/c/')).sort(), named);
  await page.close();
});

test('BEY-21 EMB-02 with the snippet the page requests one token from its back end, before its script runs', async () => {
  changed = null;
  tokens = 0;
  const asked = new Set<string>();
  script = scriptSnippet({ server: address(widgets), form: 'pinned' });
  const { page } = await open('<script type="module" src="/app.js"></script><verva-inbox></verva-inbox>', {
    form: 'pinned',
    prepare: async (page) =>
      page.on('request', (request) => {
        if (request.headers().authorization === 'Bearer a.b.c') asked.add(new URL(request.url()).pathname);
      }),
  });
  await waitFor(async () => asked.has('/api/session'), true);
  assert.equal(tokens, 1);
  await page.close();
});

test('BEY-21 a loader modified in transit does not run', async () => {
  changed = /loader-/;
  const { page } = await open('<verva-inbox></verva-inbox>', { form: 'pinned' });
  assert.equal(await page.evaluate(() => Symbol.for('verva.loader') in globalThis), false);
  await page.close();
});

test('BEY-21 a chunk modified in transit does not run, and page and user are notified', async () => {
  for (const [tag, chunk] of [
    // Fetched early by preloading, and on demand.
    ['verva-inbox', /\/c\/inbox-/],
    ['verva-inbox', /\/c\/react-/],
    ['verva-task-form', /\/c\/task-form-/],
  ] as const) {
    changed = chunk;
    const { page } = await open('', { form: 'pinned' });
    assert.equal(await outcomeOf(page, tag), `lost ${tag}, Laadi uuesti`, String(chunk));
    await page.close();
  }
  changed = null;
  const { page } = await open('', { form: 'pinned' });
  assert.equal(await outcomeOf(page, 'verva-task-form'), 'defined verva-task-form');
  await page.close();
});

test('EMB-01 removed elements leave no nodes, listeners or memory behind', async () => {
  const { page, errors } = await open('<main></main>');
  const cdp = await page.context().newCDPSession(page);
  const use = (times: number) =>
    page.evaluate(async (count) => {
      const main = document.querySelector('main') as HTMLElement;
      for (let round = 0; round < count; round += 1) {
        const elements = Array.from({ length: 20 }, (_, index) =>
          document.createElement(`verva-${['inbox', 'task-form', 'profile', 'manual-reader'][index % 4]}`),
        );
        main.append(...elements);
        const isDrawn = (element: Element) =>
          element.shadowRoot?.querySelector('.verva-root > :not(.sr):not(.skeleton)');
        while (!elements.every(isDrawn)) await new Promise(requestAnimationFrame);
        main.replaceChildren();
        await new Promise(requestAnimationFrame);
      }
    }, times);
  const left = async () => {
    // What a first collection frees in the document, a second one frees in the heap.
    for (let time = 0; time < 3; time += 1) await cdp.send('HeapProfiler.collectGarbage');
    const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters');
    return { nodes, jsEventListeners, heap: (await cdp.send('Runtime.getHeapUsage')).usedSize };
  };
  await use(3);
  const before = await left();
  await use(6);
  const after = await left();
  // A hundred elements are thousands of nodes and megabytes; the browser itself retains a few.
  assert.ok(after.nodes - before.nodes < 100, `${before.nodes} nodes, then ${after.nodes}`);
  assert.ok(
    after.jsEventListeners - before.jsEventListeners < 20,
    `${before.jsEventListeners}, ${after.jsEventListeners} listeners`,
  );
  assert.ok(after.heap - before.heap < 1_000_000, `${before.heap} bytes, then ${after.heap}`);
  assert.deepEqual(errors, []);
  await page.close();
});

test('EMB-01 EMB-03 an element looks the same in quirks mode, with a base address, right to left, zoomed, initially hidden, or in a sandboxed frame', async () => {
  const loader = `${address(widgets)}/embed/loader.js`;
  const script = `<script type="module" crossorigin src="${loader}"></script>`;
  const pages = {
    plain: `<!doctype html><html lang="en"><body>${script}<verva-inbox></verva-inbox>`,
    odd: `<html lang="en" dir="rtl"><head><base href="https://nowhere.example/deep/"></head><body style="zoom:1.25">${script}
      <table><td><verva-inbox style="display:none"></verva-inbox></table>`,
    frame: `<!doctype html><html lang="en"><body><iframe width="900" height="600" sandbox="allow-scripts" srcdoc='<!doctype html>
      <html lang="en"><body>${script.replaceAll("'", '"')}<verva-inbox></verva-inbox>'></iframe>`,
  };
  const looks: Record<string, Record<string, string>> = {};
  for (const [name, html] of Object.entries(pages)) {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    [policy, body] = ['base-uri *', html];
    await page.goto(address(intranet));
    const inbox = (name === 'frame' ? page.frameLocator('iframe') : page).locator('verva-inbox');
    const root = inbox.locator('.verva-root');
    await root.waitFor({ state: 'attached' });
    await inbox.evaluate((element) => {
      element.removeAttribute('style');
      Object.assign(element.style, { width: '800px', height: '500px' });
    });
    const empty = root.locator('.empty');
    await empty.waitFor();
    looks[name] = await empty.evaluate((element) => {
      const style = getComputedStyle(element.querySelector('p, button') ?? element);
      const { offsetWidth, offsetHeight } = element as HTMLElement;
      return {
        text: element.textContent,
        font: `${style.font} ${style.direction} ${style.textAlign} ${style.color} ${style.lineHeight}`,
        size: `${offsetWidth} ${offsetHeight}`,
      };
    });
    assert.deepEqual(errors, [], name);
    await page.close();
  }
  assert.match(looks.plain?.text ?? '', /Sign in/);
  assert.deepEqual(looks.odd, looks.plain);
  assert.deepEqual(looks.frame, looks.plain);
});
