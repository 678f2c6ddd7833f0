import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { bpmn, end, sequence, start, userTask } from '../support/bpmn.ts';
import { arriveAt, axeFindings, giveSession, newPage } from '../support/browser.ts';
import { identityToken } from '../support/identity-client.ts';
import { journey } from '../support/journey.ts';

const verva = journey();

const PARKING = bpmn(
  'parking',
  sequence(
    start,
    userTask('decide', 'verva:assignee="mart.kask" verva:outcomes="approve,reject" verva:stage="Decision"'),
    userTask('plate', 'verva:assignee="anna.tamm" verva:stage="Your number plate"'),
    end,
  ),
).replace('name="parking"', 'name="Parking place"');

async function ask(username: string, method: string, path: string, body?: object, tenant?: string) {
  const token = await identityToken(verva.url, username);
  const answer = await fetch(`${verva.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(tenant ? { 'verva-tenant': tenant } : {}),
      ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${await answer.clone().text()}`);
  return answer.json();
}

const begin = async (): Promise<string> =>
  (await ask('anna.tamm', 'POST', '/api/processes/parking/start', { businessKey: `P-${randomUUID().slice(0, 4)}` }))
    .instanceId;

async function taskOf(instanceId: string): Promise<string> {
  const { items } = await ask('mart.kask', 'GET', '/api/tasks?limit=200&sort=created:desc');
  return items.find((one: { instanceId: string }) => one.instanceId === instanceId).id;
}

async function openRequest(page: Page, id: string): Promise<void> {
  await page.goto(`${verva.url}/requests/${id}`);
  await page.locator('verva-my-requests .path-steps').waitFor();
}

test('CAT-02 an employee follows a request, the manager replies and decides, and the employee sees it live', async () => {
  await ask('grete.norden', 'POST', '/api/processes/parking/deploy', { xml: PARKING }, 'pohjaranna');
  for (const size of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    const id = await begin();
    const task = await taskOf(id);
    const { page, context, errors } = await newPage(verva.browser);
    await page.setViewportSize(size);
    await arriveAt(page, `${verva.url}/requests`, 'anna.tamm');
    const requests = page.locator('verva-my-requests');
    const headline = requests.locator('.headline');
    await requests
      .getByRole('button', { name: /Parking place.*Mart Kask/ })
      .first()
      .waitFor();
    await openRequest(page, id);
    await headline.getByText('Waiting for Mart Kask since').waitFor();
    await requests.getByText('Your number plate').waitFor();
    assert.deepEqual(await axeFindings(page), []);

    // The manager replies from the form of the task, apart from the comments.
    const manager = await newPage(verva.browser);
    await manager.page.setViewportSize(size);
    await arriveAt(manager.page, `${verva.url}/inbox?taskId=${task}`, 'mart.kask');
    const form = manager.page.locator('verva-task-form');
    await form.getByRole('tab', { name: 'Comments' }).click();
    await form.getByLabel('New comment').fill('Internal only');
    await form.getByRole('button', { name: 'Comment', exact: true }).click();
    await form.getByText('Internal only').waitFor();
    await form.getByLabel('Message to the requester').fill('Which car?');
    await form.getByRole('button', { name: 'Send message' }).click();
    await form.locator('.requester-panel').getByText('Which car?').waitFor();
    assert.deepEqual(await axeFindings(manager.page), []);

    // The requester sees the number of messages change, reads and answers.
    await requests.getByRole('tab', { name: /Conversation.*1/ }).click();
    await requests.getByText('Which car?').waitFor();
    assert.equal(await requests.getByText('Internal only').count(), 0);
    await requests.getByLabel('Message').fill('The small one');
    await requests.getByRole('button', { name: 'Send message' }).click();
    await form.locator('.requester-panel').getByText('The small one').waitFor();
    assert.deepEqual(await axeFindings(page), []);

    await ask('mart.kask', 'POST', `/api/tasks/${task}`, { action: 'complete', outcome: 'approve' });
    await headline.getByText('Waiting for you: Your number plate').waitFor();
    await requests.getByRole('tab', { name: 'History' }).click();
    await requests.getByText('Completed: Decision').waitFor();
    await requests.getByRole('button', { name: 'Open task' }).click();
    await page.locator('verva-task-form').getByRole('button', { name: 'Complete' }).click();
    await openRequest(page, id);
    await headline.getByText(/^Finished on/).waitFor();
    assert.deepEqual([errors, manager.errors], [[], []]);
    await manager.context.close();
    await context.close();
  }
});

test('CAT-02 a withdrawal can be undone; carried out, the task leaves the inbox of its holder', async () => {
  const id = await begin();
  const task = await taskOf(id);
  const { page, context, errors } = await newPage(verva.browser);
  await giveSession(page, verva.url, 'anna.tamm');
  await openRequest(page, id);
  const requests = page.locator('verva-my-requests');
  const withdraw = async () => {
    await requests.getByRole('button', { name: 'Withdraw' }).click();
    const dialog = requests.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('I come by bicycle');
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
  };
  await withdraw();
  const banner = requests.locator('.detail-head .banner');
  await banner.getByText('The request will be withdrawn.').waitFor();
  await banner.getByRole('button', { name: 'Undo' }).click();
  await banner.waitFor({ state: 'detached' });
  await requests.locator('.headline').getByText('Waiting for Mart Kask since').waitFor();
  await withdraw();
  await requests
    .locator('.headline')
    .getByText(/^Withdrawn on/)
    .waitFor({ timeout: 25_000 });
  const { items } = await ask('mart.kask', 'GET', '/api/tasks?limit=200&sort=created:desc');
  assert.ok(!items.some((one: { id: string }) => one.id === task));
  await requests.getByRole('tab', { name: 'Finished' }).click();
  await requests
    .getByRole('button', { name: /Parking place.*Withdrawn on/ })
    .first()
    .waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});
