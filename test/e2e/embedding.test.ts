import assert from 'node:assert/strict';
import { createReadStream, existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
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
    createReadStream(file).pipe(reply);
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

async function open(content: string): Promise<{ page: Page; violations: () => Promise<string[]>; errors: string[] }> {
  const origin = address(widgets);
  policy = strictPolicy(origin);
  body = `<!doctype html><html lang="et"><head><title>Intranet</title>
    <script type="module" crossorigin src="${origin}/embed/loader.js"></script></head><body>${content}</body></html>`;
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
