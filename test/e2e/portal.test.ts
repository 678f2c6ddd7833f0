import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { axeFindings, newPage } from '../support/browser.ts';
import { identityToken } from '../support/identity-client.ts';
import { journey } from '../support/journey.ts';
import { freePort } from '../support/verva.ts';

// The portal of a partner on its own origin, whose users have no account here.
let portal = '';
const verva = journey(async () => {
  const port = await freePort();
  portal = `http://127.0.0.1:${port}/`;
  return { DEMO_PORTAL_PORT: String(port) };
});

test('BEY-20 MAN-06 a partner’s user reads and confirms in the portal, and the author sees it by the partner’s identifier', async () => {
  const author = await identityToken(verva.url, 'juri.lepik');
  const ask = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${author}`, 'content-type': 'application/json' };
    const answer = await fetch(`${verva.url}${path}`, {
      method,
      headers: method === 'POST' ? { ...headers, 'idempotency-key': randomUUID() } : headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${await answer.clone().text()}`);
    return answer.json();
  };
  const { id: groupId } = await ask('POST', '/api/manuals/groups', { name: { en: 'Quays' } });
  const title = 'Lashing on quay 4';
  const { id } = await ask('POST', '/api/manuals', { code: 'QUAY-4', groupId, title });
  await ask('PUT', `/api/manuals/${id}/audience`, { rules: [{ kind: 'group', ref: 'dock-partners' }] });
  const html = '<h1>Lashing</h1><p>Nobody stands under a load.</p>';
  await ask('PUT', `/api/manuals/${id}/versions/1/texts/en`, { title, html });
  await ask('POST', `/api/manuals/${id}/versions/1/release`, { asks: 'full' });

  const { page, context, errors } = await newPage(verva.browser);
  await page.goto(portal);
  await page.getByRole('button', { name: 'Jānis Bērziņš' }).click();
  await page.getByRole('button', { name: title }).click();
  await page.getByText('Nobody stands under a load.').waitFor();
  await page.getByRole('button', { name: 'Confirm reading' }).click();
  await page.getByText('Reading confirmed.').first().waitFor();
  const { items } = await ask('GET', `/api/records/manuals_read?manual=eq:${id}`);
  const rows = items.map((row: { partnerId: string; state: string }) => `${row.partnerId} ${row.state}`);
  assert.deepEqual(rows.toSorted(), ['DS-1042 held', 'DS-1077 pending', 'DS-1103 pending'], 'it can still be undone');
  assert.deepEqual(await axeFindings(page), []);
  assert.deepEqual(errors, []);

  const inbox = await page.evaluate(async (server) => {
    const authorization = `Bearer ${await (await fetch('token')).text()}`;
    const answer = await fetch(`${server}/api/tasks/count`, { headers: { authorization } });
    return [answer.status, (await answer.json()).code];
  }, verva.url);
  assert.deepEqual(inbox, [403, 'scope.missing']);
  await context.close();
});
