import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { arrive, axeFindings, newPage } from '../support/browser.ts';
import { client, identityToken } from '../support/identity-client.ts';
import { journey } from '../support/journey.ts';

/** A page that shows what it learns of the application. */
const PAGE = `<!doctype html><html lang="en"><title>Other</title><h1>Timetable</h1><p id="referrer"></p><p id="parent"></p>
<p id="top"></p><p id="storage"></p><a href="/away">Away</a><script>
const say = (id, work) => { let text; try { text = String(work()); } catch (error) { text = error.name; } document.getElementById(id).textContent = text; };
say('referrer', () => 'referrer: ' + document.referrer);
say('parent', () => parent.document.title);
say('top', () => { top.location = 'https://verva.invalid/'; });
say('storage', () => localStorage.length);
</script>`;

describe('a page of another system in the menu', () => {
  const verva = journey();
  let other: Server;
  let third: Server;
  let visitsOfThird = 0;
  const addressOf = (server: Server) => {
    const address = server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  };

  before(async () => {
    third = createServer((_request, response) => {
      visitsOfThird += 1;
      response.end('third');
    });
    other = createServer((request, response) => {
      if (request.url === '/away') response.writeHead(302, { location: `${addressOf(third)}/` }).end();
      else response.setHeader('content-type', 'text/html').end(PAGE);
    });
    for (const server of [other, third]) await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });
  after(() => {
    other.close();
    third.close();
  });

  test('PRV-02 RTE-08 LAY-05 an entry is shown to others within seconds, and learns nothing of the application', async () => {
    const worker = await newPage(verva.browser);
    await arrive(worker.page, verva.url, 'mart.kask');
    const grete = client(verva.url, await identityToken(verva.url, 'grete.norden'));
    const created = await grete(
      'POST',
      '/api/menus',
      {
        path: '/timetable',
        title: { en: 'Timetable' },
        icon: 'assets',
        meta: { page: 'embed', params: { url: addressOf(other), allow: ['forms'] } },
      },
      { 'verva-tenant': 'pohjaranna' },
    );
    assert.equal(created.status, 201, JSON.stringify(created.body));
    // The open application shows the entry without being loaded again.
    await worker.page.locator('nav').getByRole('link', { name: 'Timetable', exact: true }).click();
    await worker.page.waitForURL('**/timetable');
    const framed = worker.page.frameLocator('iframe.embed-frame').frameLocator('iframe');
    await framed.getByRole('heading', { name: 'Timetable' }).waitFor();
    for (const [id, text] of [
      ['referrer', 'referrer: '],
      ['parent', 'SecurityError'],
      ['top', 'SecurityError'],
      ['storage', 'SecurityError'],
    ] as const) {
      assert.equal(await framed.locator(`#${id}`).textContent(), text, id);
    }
    assert.match(worker.page.url(), /\/timetable$/);
    assert.deepEqual(await axeFindings(worker.page), []);
    assert.equal(
      await worker.page.getByRole('link', { name: 'Open in a new tab' }).getAttribute('href'),
      `${addressOf(other)}/`,
    );
    const [away] = await Promise.all([
      worker.page.waitForEvent('requestfailed', (request) => request.isNavigationRequest()),
      framed.getByRole('link', { name: 'Away' }).click(),
    ]);
    assert.match(away.failure()!.errorText, /BLOCKED_BY_CSP/);
    assert.equal(visitsOfThird, 0);
    await worker.context.close();
  });
});
