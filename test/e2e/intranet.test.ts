import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { strictPolicy } from '../../src/shared/contracts/embed-policy.ts';
import { arrive, axeFindings, newPage, type PageOptions } from '../support/browser.ts';
import { client, identityToken } from '../support/identity-client.ts';
import { journey } from '../support/journey.ts';
import { messageOf } from '../support/outbox.ts';
import { freePort } from '../support/verva.ts';
import { waitFor } from '../support/wait-for.ts';

// A third-party page on its own origin with our inbox as one tag.
let intranet = '';
const verva = journey(async () => {
  const port = await freePort();
  intranet = `http://127.0.0.1:${port}/`;
  return { DEMO_PORT: String(port) };
});

const rows = (page: Page) => page.locator('verva-inbox button.item');

async function visit(prepare: (page: Page) => Promise<unknown> = async () => undefined, options: PageOptions = {}) {
  const opened = await newPage(verva.browser, options);
  await prepare(opened.page);
  const policies: (string | null)[] = [];
  opened.page.on('response', async (response) => {
    if (response.url() === intranet) policies.push(await response.headerValue('content-security-policy'));
  });
  await opened.page.goto(intranet);
  return { ...opened, policies };
}

async function enter(page: Page, username: string): Promise<void> {
  await page.locator('#who').selectOption(username);
  await page.locator('#person button[type=submit]').click();
  await rows(page).first().waitFor();
}

/** Returns every computed style of every element on the page outside ours: a list for each element. */
const looks = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('html, body, body *:not(verva-inbox)')].map((element) => {
      const style = getComputedStyle(element);
      return [...style].map((name) => `${element.tagName} ${name}: ${style.getPropertyValue(name)}`);
    }),
  );

/** Returns the same for some elements inside ours. */
const insides = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector('verva-inbox')!.shadowRoot!;
    return ['.verva-root', 'input', 'button.item', '.name', '.meta'].map((selector) => {
      const style = getComputedStyle(root.querySelector(selector)!);
      return [...style].map((name) => `${selector} ${name}: ${style.getPropertyValue(name)}`);
    });
  });

/** Returns only the differences, so that a failure is readable. */
function differences(now: readonly string[][], before: readonly string[][]): string[] {
  const known = new Set(before.flat());
  return [`${now.length} elements`, ...now.flat().filter((line) => !known.has(line))];
}

describe('the inbox on a page of another origin', () => {
  test("EMB-01 EMB-02 shows the tasks of the page's user, under the documented policy", async () => {
    const { page, context, errors, policies } = await visit();
    await enter(page, 'mart.kask');
    await rows(page).nth(1).waitFor();
    assert.equal(new URL(page.url()).origin, new URL(intranet).origin);
    for (const part of [
      "default-src 'none'",
      `script-src 'self' ${verva.url}`,
      "style-src 'self'",
      `connect-src 'self' ${verva.url}`,
      `img-src 'self' ${verva.url} data: blob:`,
      "require-trusted-types-for 'script'",
    ])
      assert.ok(policies[0]?.split('; ').includes(part), `${part} in ${policies[0]}`);
    // Uses the user's language, not that of the page.
    assert.equal(await page.locator('html').getAttribute('lang'), 'et');
    await page.locator('verva-inbox').getByPlaceholder('Search tasks').waitFor();
    const names = await rows(page).allTextContents();
    await page.locator('#who').selectOption('wei.zhang');
    await page.locator('#person button[type=submit]').click();
    await page.waitForFunction((before) => {
      const items = document.querySelector('verva-inbox')!.shadowRoot!.querySelectorAll('button.item');
      return items.length > 0 && [...items].map(({ textContent }) => textContent).join() !== before;
    }, names.join());
    assert.deepEqual(errors, []);
    await context.close();
  });

  test('EMB-02 EMB-04 its first requests are prefetched before its code arrives, and sent once', async () => {
    // In the user's language: a page in another one is requested again once the user is known.
    const { page, context } = await visit((opened) =>
      opened.addInitScript(() => {
        const speakEnglish = () => Object.assign(document.documentElement, { lang: 'en' });
        new MutationObserver(speakEnglish).observe(document, { childList: true });
      }),
    );
    await enter(page, 'mart.kask');
    const asked: string[] = [];
    // Ignores requests of the previous page.
    let isNew = false;
    page.on('framenavigated', () => {
      isNew = true;
    });
    const isAsked = new Promise<void>((done) =>
      page.on('request', (request) => {
        const { pathname, search } = new URL(request.url());
        if (!isNew || request.method() !== 'GET' || !/^\/api\/(session|tasks)$/.test(pathname)) return;
        asked.push(pathname + search);
        if (pathname === '/api/tasks') done();
      }),
    );
    await page.route('**/c/inbox-*.js', async (route) => {
      await isAsked;
      await route.continue();
    });
    await page.reload();
    await rows(page).first().waitFor();
    assert.deepEqual(asked.toSorted(), ['/api/session', '/api/tasks?sort=due%3Aasc&limit=50']);
    await context.close();
  });

  test('BEY-21 EMB-01 EMB-04 the code of the snippet page shows the tasks on an existing page', async (t) => {
    const { page: own, context: reading } = await newPage(verva.browser);
    await own.goto(`${verva.url}/embed/`);
    const code = own.locator('.emb-code pre');
    // The hash of the import map appears last.
    await code.filter({ hasText: /script-src .*'sha256-/ }).waitFor();
    const [head = '', body = '', script = '', policy = ''] = await code.allTextContents();
    assert.deepEqual(await axeFindings(own), []);
    await reading.close();

    const token = await identityToken(verva.url, 'mart.kask');
    const html = `<!doctype html><html lang="en"><head><title>Ours</title>${head}</head>
      <body>${body}<script type="module" src="/own.js"></script></body></html>`;
    const answers: Readonly<Record<string, readonly [type: string, text: string]>> = {
      '/': ['text/html', html],
      '/own.js': ['text/javascript', script],
      '/verva-token': ['text/plain', token],
    };
    const site = createServer(({ url = '' }, reply) => {
      const [type, text] = answers[url] ?? ['text/plain', ''];
      reply.writeHead(200, { 'content-type': type, 'content-security-policy': policy }).end(text);
    });
    t.after(() => {
      site.closeAllConnections();
      site.close();
    });
    await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
    const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    const anna = client(verva.url, await identityToken(verva.url, 'anna.tamm'));
    assert.equal((await anna('POST', '/api/embed/origins', { origin })).status, 201);
    const { page, context, errors } = await newPage(verva.browser);
    await page.goto(origin);
    await rows(page).first().waitFor();
    assert.deepEqual(errors, []);
    await context.close();
  });

  test('EMB-01 TSK-08 a task is opened and completed there', async () => {
    const { page, context, errors } = await visit();
    await enter(page, 'olga.ivanova');
    const completed = page.evaluate(
      () =>
        new Promise<string>((done) =>
          document.addEventListener('verva-task-completed', (event) => done((event as CustomEvent).detail.taskId)),
        ),
    );
    const wanted = rows(page).filter({ hasText: 'Safety shoes' });
    const id = await wanted.getAttribute('data-task');
    await wanted.click();
    await page.locator('verva-task-form .outcomes button').first().click();
    assert.equal(await completed, id);
    await page.locator(`verva-inbox [data-task="${id}"]`).waitFor({ state: 'detached' });
    assert.deepEqual(errors, []);
    await context.close();
  });

  test('I18N-03 EMB-02 a language chosen in the application is that of e-mails and of elements on other pages', async () => {
    const { page, context } = await visit();
    await enter(page, 'anna.tamm');
    const search = (words: string) => page.locator('verva-inbox').getByPlaceholder(words);
    await search('Search tasks').waitFor();

    const app = await newPage(verva.browser);
    await arrive(app.page, verva.url, 'anna.tamm');
    const choose = async (name: string, id: string) => {
      await app.page.locator('button.profile').click();
      await app.page.getByRole('menuitemradio', { name }).click();
      await app.page.locator(`html[lang=${id}]`).waitFor();
      await waitFor(async () => (await anna('GET', '/api/identity/users/me')).body.languageId, id);
    };
    const anna = client(verva.url, await identityToken(verva.url, 'anna.tamm'));
    await choose('Eesti', 'et');
    const { subject } = await messageOf(verva.url, 'anna.tamm@pohjaranna.example', async () => {
      const body = JSON.stringify({ userId: 'anna.tamm' });
      const headers = { 'content-type': 'application/json' };
      await fetch(`${verva.url}/api/login/user/forgotPassword`, { method: 'POST', headers, body });
    });
    assert.equal(subject, 'Verva parooli taastamine');
    // As when the network returns; otherwise within five minutes.
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await search('Otsi ülesandeid').waitFor();
    await page.reload();
    await search('Otsi ülesandeid').waitFor();
    await choose('English', 'en');
    await Promise.all([context.close(), app.context.close()]);
  });

  test('EMB-03 the page looks the same with it, and nothing is added to it', async () => {
    // The page before our code arrives: the space for the tag is reserved.
    const body = `export const configureVerva = async () => undefined;
      export const logout = configureVerva;
      document.querySelector('verva-inbox').style.display = 'block';`;
    const without = await visit((page) =>
      page.route('**/embed/loader.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', headers: { 'access-control-allow-origin': '*' }, body }),
      ),
    );
    await without.page.locator('#who option').first().waitFor({ state: 'attached' });
    const before = await looks(without.page);
    const { page, context } = await visit();
    await rows(page).or(page.locator('verva-inbox .empty')).first().waitFor();
    assert.deepEqual(differences(await looks(page), before), [`${before.length} elements`]);
    await Promise.all([context.close(), without.context.close()]);
  });

  test('EMB-03 the rules of the page do not affect it', async () => {
    const plain = await visit();
    await enter(plain.page, 'mart.kask');
    const hostile = await visit(async (page) => {
      const css = await readFile(new URL('../../demo/intranet.css', import.meta.url), 'utf8');
      const rule = '{ color: red !important; font: 30px serif !important; letter-spacing: 9px !important; ';
      const body = `${css}\n:not(verva-inbox) ${rule} text-transform: uppercase !important; float: right !important }
        button, input, .item, .name, .meta, .verva-root ${rule} background: lime !important; border: 9px solid !important }`;
      await page.route('**/intranet.css', (route) => route.fulfill({ contentType: 'text/css', body }));
    });
    await enter(hostile.page, 'mart.kask');
    // The position within the page is up to the page.
    for (const { page } of [plain, hostile])
      await page.locator('verva-inbox').evaluate((element) => {
        Object.assign(element.style, { position: 'fixed', top: '0', left: '0', width: '432px', minWidth: '432px' });
      });
    // A font may arrive, or a minute pass in a due time, between the two looks: the same width of columns is waited for.
    await waitFor(async () => differences(await insides(hostile.page), await insides(plain.page)), ['5 elements']);
    await Promise.all([plain.context.close(), hostile.context.close()]);
  });

  test('EMB-03 a page can set custom properties and parts', async () => {
    const { page, context } = await visit(async (opened) => {
      const css = await readFile(new URL('../../demo/intranet.css', import.meta.url), 'utf8');
      const body = `${css}\nverva-inbox { --verva-brand: rgb(122, 31, 91) }
        verva-inbox::part(list) { border-top: 3px solid rgb(1, 2, 3) }
        verva-inbox::part(outcomes) { border-top: 3px solid rgb(4, 5, 6) }`;
      await opened.route('**/intranet.css', (route) => route.fulfill({ contentType: 'text/css', body }));
    });
    await enter(page, 'mart.kask');
    const style = (selector: string, name: string) =>
      page
        .locator(selector)
        .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);
    assert.equal(await style('verva-inbox .list-pane', 'border-top-color'), 'rgb(1, 2, 3)');
    await rows(page).first().click();
    await page.locator('verva-task-form .outcomes').waitFor();
    assert.equal(await style('verva-task-form .outcomes', 'border-top-color'), 'rgb(4, 5, 6)');
    assert.equal(await style('verva-task-form .outcomes .primary', 'background-color'), 'rgb(122, 31, 91)');
    await context.close();
  });

  test('EMB-03 EMB-04 using every element leaves the page, its globals and its storage unchanged, without a violation', async () => {
    const { page, context, errors } = await visit();
    await enter(page, 'anna.tamm');
    const state = () =>
      page.evaluate(async () => ({
        names: Object.getOwnPropertyNames(window).sort(),
        symbols: Object.getOwnPropertySymbols(window).filter(({ description }) => !description?.startsWith('verva.')),
        attributes: [document.documentElement, document.head, document.body].map((element) =>
          [...element.attributes].map(({ name, value }) => `${name}=${value}`),
        ),
        head: document.head.innerHTML,
        around: [...document.body.children].map(({ localName }) => localName),
        sheets: document.adoptedStyleSheets.length,
        stored: [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter(
          (key) => !key.startsWith('intranet.'),
        ),
        cookies: document.cookie,
        databases: (await indexedDB.databases()).map(({ name }) => name),
      }));
    await page.locator('verva-inbox').evaluate((element) => element.remove());
    const before = await state();
    assert.deepEqual([before.symbols, before.stored, before.databases, before.cookies], [[], [], [], '']);
    const tags = [
      'inbox',
      'task-form',
      'tasks',
      'delegation-editor',
      'manual-reader',
      'mass-action',
      'notifications',
      'profile',
      'dropdowns',
    ];
    for (const name of tags) {
      const tag = `verva-${name}`;
      await page.evaluate((one) => {
        // A container that clips its overflow, and a page element above everything.
        const place = document.body.appendChild(document.createElement('section'));
        place.id = 'place';
        Object.assign(place.style, {
          position: 'relative',
          height: '600px',
          overflow: 'hidden',
          transform: 'translateX(0)',
        });
        place.append(document.createElement(one));
        place.scrollIntoView();
      }, tag);
      const element = page.locator(`#place ${tag}`);
      await element.locator('.verva-root > :not(.sr):not(.skeleton)').first().waitFor();
      const opener = element.locator('[aria-haspopup]:not([disabled]):visible').first();
      if (name === 'inbox') {
        await rows(page).first().click();
        await page.locator('verva-task-form .outcomes, verva-manual-reader article').first().waitFor();
        await opener.click();
        const popup = element.locator(':popover-open, dialog[open]').first();
        await popup.waitFor();
        // The popup is in the top layer, so nothing clips or covers it.
        const isOnTop = await popup.evaluate((box) => {
          const { left, top, width, height } = box.getBoundingClientRect();
          const root = box.getRootNode() as ShadowRoot;
          const found = root.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20));
          return found !== null && box.contains(found);
        });
        assert.equal(isOnTop, true);
        await page.keyboard.press('Escape');
      }
      await page.evaluate(() => document.querySelector('#place')?.remove());
    }
    assert.deepEqual(await state(), before);
    assert.deepEqual(errors, []);
    await context.close();
  });

  test('EMB-05 a page that prevents the opening opens tasks itself', async () => {
    const { page, context } = await visit();
    await enter(page, 'mart.kask');
    const opened = page.evaluate(
      () =>
        new Promise<string>((done) =>
          document.addEventListener('verva-task-opened', (event) => {
            event.preventDefault();
            done((event as CustomEvent).detail.taskId);
          }),
        ),
    );
    const [first, second] = [rows(page).nth(0), rows(page).nth(1)];
    await second.click();
    assert.equal(await opened, await second.getAttribute('data-task'));
    assert.equal(await page.locator('verva-task-form').count(), 0);
    // Pages set the attribute.
    const id = (await first.getAttribute('data-task')) ?? '';
    await page.locator('verva-inbox').evaluate((element, task) => element.setAttribute('task-id', task), id);
    await page.locator(`verva-task-form[task-id="${id}"] .outcomes`).waitFor();
    await context.close();
  });

  test('BEY-21 the doctor reports no problem, or the origin, directive or server at fault', async (t) => {
    const { page, context, errors } = await visit();
    await page.goto(`${intranet}?doctor`);
    await enter(page, 'mart.kask');
    const doctor = page.locator('verva-doctor');
    const states = (state: string) => doctor.locator(`.doctor-row.${state} h3`);
    await doctor.getByText('The server accepts the token.', { exact: false }).waitFor();
    await waitFor(() => states('problem').allTextContents(), []);
    await waitFor(() => states('unknown').allTextContents(), []);
    assert.deepEqual(errors, []);
    await page.route('**/api/**', (route) => route.abort());
    await doctor.getByRole('button', { name: 'Check again' }).click();
    await states('problem').getByText('Server', { exact: true }).waitFor();
    await context.close();

    // A page of an origin that is not allowed; with `?strict` its policy forbids everything that elements need.
    const stranger = createServer(({ url = '' }, reply) => {
      const policy = url.endsWith('?strict') ? `script-src ${verva.url}; default-src 'self'` : strictPolicy(verva.url);
      reply.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy });
      reply.end(
        `<!doctype html><html lang="en"><script type="module" src="${verva.url}/embed/loader.js"></script><verva-doctor></verva-doctor>`,
      );
    });
    t.after(() => {
      stranger.closeAllConnections();
      stranger.close();
    });
    await new Promise<void>((done) => stranger.listen(0, '127.0.0.1', done));
    const { port } = stranger.address() as AddressInfo;
    const other = await newPage(verva.browser);
    const rows = other.page.locator('verva-doctor .doctor-row.problem');
    await other.page.goto(`http://127.0.0.1:${port}/`);
    await rows.getByText('is not an allowed origin', { exact: false }).waitFor();
    await waitFor(() => rows.locator('code').allTextContents(), [`http://127.0.0.1:${port}`]);
    await other.page.goto(`http://127.0.0.1:${port}/?strict`);
    for (const directive of [`connect-src 'self' ${verva.url}`, `img-src 'self' ${verva.url} data: blob:`]) {
      await rows.getByText(directive, { exact: true }).waitFor();
    }
    await waitFor(() => rows.count(), 2);
    await other.context.close();
  });

  test('EMB-01 nothing is wider than the screen of a phone', async () => {
    const { page, context } = await visit(undefined, { size: 'mobile' });
    await enter(page, 'mart.kask');
    await waitFor(() => page.evaluate(() => document.documentElement.scrollWidth), 390);
    await context.close();
  });
});
