import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { arriveAt, axeFindings, newPage } from '../support/browser.ts';
import { identityToken } from '../support/identity-client.ts';
import { journey } from '../support/journey.ts';

const verva = journey();

async function ask(username: string, method: string, path: string, body?: object) {
  const token = await identityToken(verva.url, username);
  const answer = await fetch(`${verva.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

test('BEY-28 Anna covers for Mart, who approves her leave: the task explains why she cannot decide it, and offers no outcome', async () => {
  // In the demo she already covers for him.
  const { items } = (await ask('anna.tamm', 'GET', '/api/tasks?name=like:Anna%20Tamm&limit=200')).body;
  const own = items.find(({ name }: { name: string }) => name === 'Approve leave: Anna Tamm');
  assert.ok(own, JSON.stringify(items.map(({ name }: { name: string }) => name)));
  assert.deepEqual([own.via, own.mayComplete, own.whyNot], ['delegation', false, 'own_request']);
  const refused = await ask('anna.tamm', 'POST', `/api/tasks/${own.id}`, { action: 'complete', outcome: 'approve' });
  assert.deepEqual([refused.status, refused.body.code], [403, 'task.own_request']);

  for (const size of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, context, errors } = await newPage(verva.browser);
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      await arriveAt(page, `${verva.url}/inbox?taskId=${own.id}`, 'anna.tamm');
      const form = page.locator('verva-task-form');
      await form
        .getByText('You, or the person you act for, made this request. Another person must decide it.')
        .waitFor();
      assert.equal(await form.getByRole('button', { name: 'Approve' }).count(), 0);
      assert.equal(await form.getByRole('button', { name: 'Reject' }).count(), 0);
      assert.deepEqual(await axeFindings(page), []);
      assert.deepEqual(errors, []);
      await context.close();
    }
  }
});
