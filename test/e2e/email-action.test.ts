import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { arrive, arriveAt, axeFindings, newPage } from '../support/browser.ts';
import { client, identityToken } from '../support/identity-client.ts';
import { journey } from '../support/journey.ts';
import { messageOf } from '../support/outbox.ts';
import { waitFor } from '../support/wait-for.ts';

const verva = journey({ MAIL_GATHER_SECONDS: '0', LOG_LEVEL: 'info' });

const PROCESS = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:verva="https://verva.dev/bpmn" targetNamespace="https://verva.dev/test">
  <process id="notice" name="Notice" isExecutable="true">
    <startEvent id="start"/>
    <sequenceFlow id="f1" sourceRef="start" targetRef="read"/>
    <userTask id="read" name="Confirm the notice" verva:assignee="=who"/>
    <sequenceFlow id="f2" sourceRef="read" targetRef="done"/>
    <endEvent id="done"/>
  </process>
</definitions>`;

/** Creates a task for Ivo, who reads Estonian; returns the links of the e-mail about it. */
async function mailed(): Promise<{ taskId: string; action: string; stop: string }> {
  const grete = client(verva.url, await identityToken(verva.url, 'grete.norden'));
  await grete('POST', '/api/processes/notice/deploy', { xml: PROCESS });
  const begin = async () => {
    await grete(
      'POST',
      '/api/processes/notice/start',
      { variables: { who: 'ivo.lahe' } },
      {
        'idempotency-key': crypto.randomUUID(),
      },
    );
  };
  const { text } = await messageOf(verva.url, 'ivo.lahe@verva.example', begin);
  const link = (path: string) => new RegExp(`${verva.url}/${path}/[\\w-]+`).exec(text)![0];
  const taskId = /taskId=([\w-]+)/.exec(text)![1]!;
  return { taskId, action: link('task-action'), stop: link('unsubscribe') };
}

/** Asserts what must hold on each of these pages. */
async function assertSound(page: Page): Promise<void> {
  assert.deepEqual(await axeFindings(page), []);
  const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(width <= 0, `${width}`);
}

describe('an e-mail about a task', () => {
  test('PUB-04 TSK-15 a scanner that follows the link changes nothing, the user decides by the button, and later visits are refused', async () => {
    const { taskId, action } = await mailed();
    const ivo = client(verva.url, await identityToken(verva.url, 'ivo.lahe'));
    const statusOf = async () => (await ivo('GET', `/api/tasks/${taskId}`)).body.status;
    for (let visit = 0; visit < 2; visit += 1) {
      const scanner = await fetch(action);
      assert.equal(scanner.status, 200);
      assert.equal(scanner.headers.get('referrer-policy'), 'no-referrer');
    }
    const visitor = await newPage(verva.browser, { size: 'mobile', dark: true });
    await visitor.page.goto(action);
    await visitor.page.getByRole('button', { name: 'Lõpeta', exact: true }).waitFor();
    assert.equal(await statusOf(), 'open', 'a scanner that runs scripts has pressed nothing');
    assert.equal(new URL(visitor.page.url()).pathname, '/task-action');
    assert.equal(await visitor.page.evaluate(() => history.length <= 2), true);
    await assertSound(visitor.page);

    const { page, errors } = await newPage(verva.browser);
    await page.goto(action);
    await page.getByRole('heading', { level: 1, name: 'Confirm the notice' }).waitFor();
    await page.getByText('Ivo Lahe', { exact: true }).waitFor();
    assert.deepEqual(errors, []);
    await assertSound(page);
    await page.getByRole('button', { name: 'Lõpeta', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Tehtud: Confirm the notice, Lõpeta.').waitFor();
    assert.equal(await statusOf(), 'completed');
    await assertSound(page);

    await visitor.page.getByRole('button', { name: 'Lõpeta', exact: true }).click();
    await visitor.page.getByText(/^Seda linki on juba kasutatud: Ivo Lahe, .+, Lõpeta\.$/).waitFor();
    await page.goto(action);
    await page.getByText(/^Seda linki on juba kasutatud: Ivo Lahe, .+, Lõpeta\.$/).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Open the link in your e-mail again' }).waitFor();

    await arriveAt(page, `${verva.url}/inbox?taskId=${taskId}`, 'ivo.lahe');
    await page.locator('verva-task-form').getByRole('tab', { name: 'History' }).click();
    await page.locator('verva-task-form .tl').getByText('by e-mail', { exact: true }).waitFor();
    assert.equal(verva.output().includes(action.split('/').at(-1)!), false, 'the log has no secret');
  });

  test('an e-mail is stopped without signing in, and turned on again by the signed-in user', async () => {
    const { stop } = await mailed();
    const { page } = await newPage(verva.browser, { size: 'mobile' });
    await page.goto(stop);
    await page.getByText('Mulle antakse ülesanne').waitFor();
    await assertSound(page);
    await page.getByRole('button', { name: 'Lõpeta need kirjad' }).click();
    await page.getByText('Need kirjad on välja lülitatud.').waitFor();

    const { page: own } = await newPage(verva.browser);
    await arrive(own, verva.url, 'ivo.lahe');
    await own
      .getByRole('button', { name: /^Ivo Lahe/ })
      .first()
      .click();
    await own.getByRole('menuitem', { name: 'Notifications' }).click();
    const choice = own.getByRole('combobox', { name: 'Tasks assigned to me' });
    await waitFor(() => choice.inputValue(), 'off');
    await assertSound(own);
    await choice.selectOption('daily');
    await own.getByRole('combobox', { name: 'Time of the daily digest' }).selectOption('16');
    await own.getByRole('button', { name: 'Save', exact: true }).click();
    await own.getByText('Notifications saved.').first().waitFor();
    const ivo = client(verva.url, await identityToken(verva.url, 'ivo.lahe'));
    const { body } = await ivo('GET', '/api/notifications/settings');
    assert.deepEqual([body.choices.assigned, body.hour], ['daily', 16]);
  });
});
