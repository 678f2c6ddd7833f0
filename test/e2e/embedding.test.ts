import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { type EmbedBuild, headSnippet, importMap } from '../../src/shared/contracts/embed-build.ts';
import { strictPolicy } from '../../src/shared/contracts/embed-policy.ts';
import { launchBrowser } from '../support/browser.ts';

// Elements on a page of another origin under a strict policy. There is no API here: what an element draws without
// one has to hold as well. With a server behind it the same is seen in the journeys.
const EMBED = join(import.meta.dirname, '../../dist/embed');

let browser: Browser;
let widgets: Server;
let intranet: Server;
let policy = '';
let body = '';
/** The scripts that somebody has added a byte to on their way. */
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
    if (changed?.test(url)) reply.end(`${readFileSync(file, 'utf8')} `);
    else createReadStream(file).pipe(reply);
  });
  intranet = createServer((_request, reply) => {
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

/** A page with the elements, and in its head what the product says to put there. */
async function open(content: string, form: 'newest' | 'pinned' = 'newest'): Promise<Opened> {
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
    // "interactive" comes after the parser and before the loader.
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
  await page.goto(address(intranet));
  return { page, errors, violations: () => page.evaluate(() => (window as unknown as { seen: string[] }).seen) };
}

const drawn = (tag: string) =>
  (document.querySelector(tag)?.shadowRoot?.querySelector('.verva-root')?.textContent ?? '').length > 0;

test('EMB-01 EMB-04 elements load from another origin under a strict policy without one violation', async () => {
  const { page, violations, errors } = await open(
    '<h1>Intranet</h1><verva-inbox></verva-inbox><verva-task-form task-id="1"></verva-task-form>',
  );
  await page.waitForFunction(drawn, 'verva-inbox');
  await page.waitForFunction(drawn, 'verva-task-form');
  assert.deepEqual(await violations(), []);
  assert.deepEqual(errors, []);
  await page.close();
});

test('EMB-03 nothing of the page changes outside of the elements', async () => {
  const { page } = await open('<h1>Intranet</h1><verva-inbox></verva-inbox>');
  await page.waitForFunction(drawn, 'verva-inbox');
  assert.deepEqual(await page.evaluate(() => (window as unknown as { changes: string[] }).changes), []);
  await page.close();
});

test('EMB-02 the language is that of the page, and one call changes it everywhere', async () => {
  const { page } = await open('<verva-inbox></verva-inbox>');
  await page.waitForFunction(drawn, 'verva-inbox');
  const language = () =>
    document.querySelector('verva-inbox')?.shadowRoot?.querySelector('.verva-root')?.getAttribute('lang');
  assert.equal(await page.evaluate(language), 'et');
  const loader = `${address(widgets)}/embed/loader.js`;
  await page.evaluate(async (url) => (await import(url)).configureVerva({ locale: 'ru' }), loader);
  await page.waitForFunction(
    () =>
      document.querySelector('verva-inbox')?.shadowRoot?.querySelector('.verva-root')?.getAttribute('lang') === 'ru',
  );
  await page.close();
});

test('a chunk that does not arrive is told and tried again', async () => {
  const { page } = await open('<h1>Intranet</h1>');
  let blocked = 1;
  await page.route('**/c/inbox-*.js', (route) => (blocked-- > 0 ? route.abort() : route.continue()));
  const event = page.evaluate(
    () =>
      new Promise<string>((resolve) =>
        document.addEventListener('verva-load-error', (error) =>
          resolve(`${(error as CustomEvent).detail.tag} ${(error.target as Element).localName}`),
        ),
      ),
  );
  await page.evaluate(() => document.body.append(document.createElement('verva-inbox')));
  assert.equal(await event, 'verva-inbox verva-inbox');
  await page.waitForFunction(drawn, 'verva-inbox');
  await page.close();
});

test('two script tags, as of two versions, work as one', async () => {
  const origin = address(widgets);
  const { page, errors } = await open(
    `<script type="module" crossorigin src="${origin}/embed/loader.js?again"></script><verva-inbox></verva-inbox>`,
  );
  await page.waitForFunction(drawn, 'verva-inbox');
  assert.deepEqual(errors, []);
  await page.close();
});

/** What the first element of the tag says of itself: that it is drawn, or that its code did not arrive. */
const fate = (page: Page, tag: string) =>
  page.evaluate(
    (name) =>
      new Promise<string>((resolve) => {
        document.addEventListener('verva-load-error', ({ target }) => resolve(`lost ${(target as Element).localName}`));
        void customElements.whenDefined(name).then(() => resolve(`defined ${name}`));
        document.body.append(document.createElement(name));
      }),
    tag,
  );

test('BEY-21 EMB-04 the pinned snippet works under a strict policy, and names before the loader runs what it will need', async () => {
  changed = null;
  const { page, violations, errors } = await open('<verva-inbox></verva-inbox>', 'pinned');
  await page.waitForFunction(drawn, 'verva-inbox');
  assert.deepEqual([await violations(), errors], [[], []]);
  const { fetched, named } = await page.evaluate(() => ({
    fetched: performance.getEntriesByType('resource').map(({ name }) => name),
    named: [...document.querySelectorAll('link[rel=modulepreload]')].map((link) => (link as HTMLLinkElement).href),
  }));
  const chunks = fetched.filter((url) => url.includes('/c/'));
  assert.ok(chunks.length > 4, 'the chunks are seen');
  assert.deepEqual(chunks.toSorted(), named.toSorted());
  await page.close();
});

test('BEY-21 a loader that was changed on its way does not run', async () => {
  changed = /loader-/;
  const { page } = await open('<verva-inbox></verva-inbox>', 'pinned');
  assert.equal(await page.evaluate(() => Symbol.for('verva.loader') in globalThis), false);
  await page.close();
});

test('BEY-21 a chunk that was changed on its way does not run, and the page is told', async () => {
  for (const [tag, chunk] of [
    // Fetched before it is asked for, and when it is.
    ['verva-inbox', /\/c\/inbox-/],
    ['verva-inbox', /\/c\/react-/],
    ['verva-task-form', /\/c\/task-form-/],
  ] as const) {
    changed = chunk;
    const { page } = await open('', 'pinned');
    assert.equal(await fate(page, tag), `lost ${tag}`, String(chunk));
    await page.close();
  }
  changed = null;
  const { page } = await open('', 'pinned');
  assert.equal(await fate(page, 'verva-task-form'), 'defined verva-task-form');
  await page.close();
});
