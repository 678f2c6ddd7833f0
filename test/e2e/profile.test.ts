import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { arrive, axeFindings, newPage, signIn, speak } from '../support/browser.ts';
import { client, identityToken } from '../support/identity-client.ts';
import { journey } from '../support/journey.ts';
import { messageOf } from '../support/outbox.ts';
import { pngOf } from '../support/pictures.ts';
import { waitFor } from '../support/wait-for.ts';

const verva = journey();

const input = (page: Page, name: string) => page.locator(`verva-profile [name=${name}]`);
const button = (page: Page, name: string) =>
  page.locator('verva-profile form').getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.locator('dialog.dialog');
const alert = (page: Page) => page.locator('verva-profile .banner[role=alert]');
const errors = (page: Page) => page.locator('verva-profile .error').allTextContents();

async function open(page: Page, entry: 'Edit profile' | 'Change password'): Promise<void> {
  await page.locator('.toolbar button.profile').click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
  await input(page, entry === 'Edit profile' ? 'name' : 'current').waitFor();
}

const apiOf = async (username: string) => client(verva.url, await identityToken(verva.url, username));

describe('the profile', () => {
  test('PRO-01 VAL-10 VAL-15 invalid fields give the reason, a valid profile is saved and shown everywhere', async () => {
    const { page, context, errors: faults } = await newPage(verva.browser);
    await arrive(page, verva.url, 'olga.ivanova');
    await open(page, 'Edit profile');
    assert.equal(await page.locator('verva-profile input:disabled').inputValue(), 'olga.ivanova');
    await waitFor(
      () => page.evaluate(() => document.activeElement?.tagName),
      'VERVA-PROFILE',
      'the focus is in the form',
    );
    await input(page, 'languageId').selectOption('en');
    await input(page, 'name').fill('');
    await input(page, 'email').fill('olga@nowhere');
    await input(page, 'phoneNumber').fill('12345');
    await button(page, 'Save').click();
    await waitFor(
      () => errors(page),
      ['Field Name should be filled out.', 'Invalid email format', 'Not a valid number'],
    );
    await input(page, 'name').fill('Olga Sokolova');
    await input(page, 'email').fill('olga@sokolova.example');
    await page.locator('verva-profile .hint', { hasText: 'the current address stays in use' }).waitFor();
    await input(page, 'currentPassword').fill('Wrong-2026-guess');
    await input(page, 'phoneNumber').fill('+372 5555 5555');
    await button(page, 'Save').click();
    await waitFor(() => errors(page), ['The current password is not correct.']);
    await input(page, 'currentPassword').fill('Verva-demo-2026');
    const message = await messageOf(verva.url, 'olga@sokolova.example', () => button(page, 'Save').click());
    await dialog(page).waitFor({ state: 'detached' });
    await page.locator('.snack', { hasText: 'Almost done' }).waitFor();
    await page.locator('.toolbar .profile', { hasText: 'Olga Sokolova' }).waitFor();
    const api = await apiOf('olga.ivanova');
    const { body } = await api('GET', '/api/identity/users/me');
    assert.deepEqual(
      [body.name, body.pendingEmail, body.phoneNumber, body.languageId],
      ['Olga Sokolova', 'olga@sokolova.example', '+37255555555', 'en'],
    );
    assert.notEqual(body.email, body.pendingEmail);
    await open(page, 'Edit profile');
    await page
      .locator('verva-profile .banner', { hasText: 'olga@sokolova.example is waiting for confirmation' })
      .waitFor();
    assert.deepEqual(await axeFindings(page), []);

    // On another device without a session.
    const link = /http\S+\/email-change#[\w-]+/.exec(message.text)![0];
    const other = await newPage(verva.browser, { locale: 'en-GB' });
    await other.page.goto(link);
    await other.page.getByRole('button', { name: 'Confirm the address', exact: true }).waitFor();
    assert.equal(new URL(other.page.url()).hash, '', 'the address holds no secret');
    assert.equal((await api('GET', '/api/identity/users/me')).body.email, body.email, 'opening it confirms nothing');
    assert.deepEqual(await axeFindings(other.page), []);
    await other.page.getByRole('button', { name: 'Confirm the address', exact: true }).click();
    await other.page.getByText('Address confirmed').waitFor();
    assert.equal((await api('GET', '/api/identity/users/me')).body.email, 'olga@sokolova.example');
    await page.locator('verva-profile .banner').waitFor({ state: 'detached' });
    await waitFor(() => input(page, 'email').inputValue(), 'olga@sokolova.example', 'the open dialog follows');
    await other.page.goto(link);
    await other.page.getByRole('button', { name: 'Confirm the address', exact: true }).click();
    await other.page.getByText('This link is no longer valid').waitFor();
    assert.deepEqual([faults, other.errors], [[], []]);
    await other.context.close();
    await context.close();
  });

  test('PRO-02 another language reloads the page in it, whatever this browser had chosen before', async () => {
    const { page, context } = await newPage(verva.browser);
    // Chosen on the screen: a choice injected by the test would be repeated at each load.
    await page.goto(`${verva.url}/login`);
    await page.evaluate(() => localStorage.setItem('vva_language', JSON.stringify({ value: 'en', expire: null })));
    await page.goto(`${verva.url}/login`);
    await page.locator('input[name=username]').fill('juri.lepik');
    await page.locator('form button[type=submit]').click();
    await page.locator('input[name=password]').fill('Verva-demo-2026');
    await page.locator('form button[type=submit]').click();
    await page.waitForURL('**/inbox**');
    await open(page, 'Edit profile');
    await input(page, 'languageId').selectOption('ru');
    await page.locator('verva-profile .hint', { hasText: 'reloads in this language' }).waitFor();
    await page.evaluate(() => Object.assign(window, { before: true }));
    await button(page, 'Save').click();
    await page.waitForFunction(() => document.documentElement.lang === 'ru');
    await page.locator('.drawer .entry', { hasText: 'Входящие' }).waitFor();
    assert.equal(await page.evaluate(() => 'before' in window), false, 'it is another document');
    await page.reload();
    await page.waitForFunction(() => document.documentElement.lang === 'ru');
    await page.locator('.drawer .entry', { hasText: 'Входящие' }).waitFor();
    await context.close();
  });

  test('ERR-09 PRO-01 a profile that cannot be saved shows a red alert, and no input is lost', async () => {
    const { page, context } = await newPage(verva.browser);
    await arrive(page, verva.url, 'piret.vaher');
    await open(page, 'Edit profile');
    await input(page, 'languageId').selectOption('en');
    await input(page, 'name').fill('Piret Offline');
    await context.setOffline(true);
    await button(page, 'Save').click();
    await alert(page).filter({ hasText: 'No connection' }).waitFor();
    assert.equal(await input(page, 'name').inputValue(), 'Piret Offline');
    await context.setOffline(false);

    await input(page, 'email').fill('anna.tamm@pohjaranna.example');
    await input(page, 'currentPassword').fill('Verva-demo-2026');
    await button(page, 'Save').click();
    await waitFor(() => errors(page), ['Another user signs in with this e-mail address.']);
    await alert(page).filter({ hasText: 'Another user signs in' }).waitFor();
    assert.equal(await input(page, 'name').inputValue(), 'Piret Offline');
    await context.close();
  });

  test('ERR-09 a conflict names the other user; their changes appear, input stays', async () => {
    const { page, context } = await newPage(verva.browser);
    await arrive(page, verva.url, 'liis.saar');
    await open(page, 'Edit profile');
    await input(page, 'languageId').selectOption('en');
    await input(page, 'name').fill('Liis from the form');
    // Another device of the same user: this one is notified, and must keep what is being typed.
    const elsewhere = await apiOf('liis.saar');
    const { body: user } = await elsewhere('GET', '/api/identity/users/me');
    await elsewhere('PUT', '/api/identity/users/me', {
      ...user,
      name: 'Liis from a phone',
      phoneNumber: '+37255512345',
    });
    await page.locator('.toolbar .profile', { hasText: 'Liis from a phone' }).waitFor();
    assert.equal(await input(page, 'name').inputValue(), 'Liis from the form');
    await button(page, 'Save').click();
    await alert(page)
      .filter({ hasText: /Liis from a phone changed this at .* To keep it, save again\./ })
      .waitFor();
    await waitFor(() => input(page, 'phoneNumber').inputValue(), '+37255512345');
    await page.locator('verva-profile .hint', { hasText: 'Saved in the meantime: Liis from a phone' }).waitFor();
    await button(page, 'Save').click();
    await dialog(page).waitFor({ state: 'detached' });
    await page.locator('.toolbar .profile', { hasText: 'Liis from the form' }).waitFor();
    await context.close();
  });

  test('PRO-01 the dialog asks before it discards input', async () => {
    const { page, context } = await newPage(verva.browser);
    await signIn(page, verva.url, 'helen.koppel');
    await open(page, 'Edit profile');
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await waitFor(() => page.evaluate(() => document.activeElement?.className), 'profile', 'the focus is where it was');
    await open(page, 'Edit profile');
    await input(page, 'name').fill('Somebody else');
    await page.keyboard.press('Escape');
    await dialog(page).getByRole('button', { name: 'Discard', exact: true }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await open(page, 'Edit profile');
    assert.notEqual(await input(page, 'name').inputValue(), 'Somebody else');
    await context.close();
  });
});

describe('the picture', () => {
  const rows = Buffer.alloc(1601 * 900);
  for (let at = 0; at < rows.length; at++) rows[at] = at % 1601 === 0 ? 0 : Math.floor(((at % 1601) / 1601) * 256);
  const FROM_BLACK_TO_WHITE = pngOf(1600, 900, deflateSync(rows));
  const chosen = (page: Page) => page.locator('verva-profile .crop-area');
  const choose = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
    page.locator('verva-profile input[type=file]').setInputFiles({ name, mimeType, buffer });
  /** Returns the size of the picture in the toolbar, decoded. */
  const shownSize = (page: Page) =>
    page.locator('.toolbar .av img').evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    });

  test('PRO-01 a picture is chosen, cropped by keyboard and pointer, saved, shown, and removed', async () => {
    const { page, context, errors: faults } = await newPage(verva.browser);
    await arrive(page, verva.url, 'mart.kask');
    await open(page, 'Edit profile');
    await input(page, 'languageId').selectOption('en');
    await choose(page, 'me.png', 'image/png', Buffer.from('<html>not a picture</html>'));
    await page.locator('verva-profile .error', { hasText: 'cannot be read as a picture' }).waitFor();
    assert.equal(await chosen(page).count(), 0);

    await choose(page, 'me.png', 'image/png', FROM_BLACK_TO_WHITE);
    await chosen(page).waitFor();
    await page.getByLabel('Zoom').fill('2');
    /** Returns the brightness of the stored picture's centre, from 0 to 255. */
    const brightness = () =>
      chosen(page)
        .locator('canvas')
        .evaluate((canvas: HTMLCanvasElement) => canvas.getContext('2d')!.getImageData(160, 160, 1, 1).data[0]!);
    const middle = await brightness();
    await chosen(page).focus();
    for (let times = 0; times < 4; times++) await page.keyboard.press('ArrowLeft');
    await waitFor(async () => (await brightness()) < middle, true, 'the arrow key shows more of the left');
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const further = await brightness();
    const box = (await chosen(page).boundingBox())!;
    await page.mouse.move(box.x + 80, box.y + 80);
    await page.mouse.down();
    await page.mouse.move(box.x + 10, box.y + 60, { steps: 4 });
    await page.mouse.up();
    await waitFor(async () => (await brightness()) > further, true, 'dragged to the left it shows more of the right');
    assert.deepEqual(faults, []);
    assert.deepEqual(await axeFindings(page), []);
    await button(page, 'Save').click();
    await dialog(page).waitFor({ state: 'detached' });
    await page.locator('.toolbar .av img').waitFor();
    assert.deepEqual(await shownSize(page), [256, 256]);
    await page.reload();
    await page.locator('.toolbar .av img').waitFor();

    await open(page, 'Edit profile');
    await button(page, 'Remove').click();
    await button(page, 'Save').click();
    await dialog(page).waitFor({ state: 'detached' });
    await page.locator('.toolbar .av img').waitFor({ state: 'detached' });
    const { body } = await (await apiOf('mart.kask'))('GET', '/api/identity/users/me');
    assert.equal(body.avatar, null);
    await context.close();
  });
});

describe('the password', () => {
  const OLD = 'Verva-demo-2026';
  const NEW = 'Sügis-2026-tormab';

  test('VAL-16 VAL-17 VAL-18 the rules are shown while typing and at the fields', async () => {
    const { page, context } = await newPage(verva.browser);
    await arrive(page, verva.url, 'maarja.kivi');
    await open(page, 'Change password');
    const assertFaults = async (current: string, proposed: string, repeat: string, wrong: string[]) => {
      await input(page, 'current').fill(current);
      await input(page, 'proposed').fill(proposed);
      await input(page, 'repeat').fill(repeat);
      await button(page, 'Change password').click();
      await waitFor(() => errors(page), wrong);
    };
    const composition = 'Passwords must include a: capital letter, lowercase letter number, and special character';
    await assertFaults('abc', 'short', '', [
      'Needs a longer Current password',
      'Needs a longer New password',
      'Field Repeat new password should be filled out.',
    ]);
    await waitFor(() => page.locator('verva-profile .rules .met').count(), 1);
    await assertFaults('abcdefgh', 'all-lowercase-1', 'all-lowercase-2', [
      composition,
      composition,
      'New password and confirm new password fields must match.',
    ]);
    await assertFaults(OLD, ` ${NEW}`, ` ${NEW}`, ['Password cannot contain spaces in the beginning or end.']);
    await waitFor(() => page.locator('verva-profile .rules .met').count(), 5);
    assert.equal(await input(page, 'proposed').getAttribute('type'), 'password');
    await page.getByRole('button', { name: 'Show password' }).nth(1).click();
    await waitFor(() => input(page, 'proposed').getAttribute('type'), 'text');
    assert.deepEqual(
      await page
        .locator('verva-profile form input')
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).autocomplete)),
      ['username', 'current-password', 'new-password', 'new-password'],
    );
    assert.deepEqual(await axeFindings(page), []);
    await context.close();
  });

  test('PRO-03 VAL-16 a wrong current password changes nothing and keeps the input; the right one changes it', async () => {
    const { page, context, errors: faults } = await newPage(verva.browser);
    await arrive(page, verva.url, 'natalia.orlova');
    await open(page, 'Change password');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET')
        asked.push(`${new URL(request.url()).pathname} ${request.headers()['x-amz-target']}`);
    });
    await input(page, 'current').fill('Wrong-2026-parool');
    await input(page, 'proposed').fill(NEW);
    await input(page, 'repeat').fill(NEW);
    await button(page, 'Change password').click();
    await alert(page).filter({ hasText: 'The password was not changed. What you typed is still here.' }).waitFor();
    await waitFor(() => errors(page), ['The current password is not correct.']);
    assert.equal(await input(page, 'proposed').inputValue(), NEW);
    await input(page, 'current').fill(OLD);
    await button(page, 'Change password').click();
    await dialog(page).waitFor({ state: 'detached' });
    await page.locator('.snack', { hasText: 'Password changed.' }).waitFor();
    assert.deepEqual([...new Set(asked)], ['/identity/ AWSCognitoIdentityProviderService.ChangePassword']);
    assert.deepEqual(faults, []);
    await context.close();

    await assert.rejects(identityToken(verva.url, 'natalia.orlova', OLD));
    const again = await newPage(verva.browser);
    await speak(again.page, 'en');
    await again.page.goto(`${verva.url}/login`);
    await again.page.locator('input[name=username]').fill('natalia.orlova');
    await again.page.locator('form button[type=submit]').click();
    await again.page.locator('input[name=password]').fill(NEW);
    await again.page.locator('form button[type=submit]').click();
    await again.page.waitForURL('**/inbox**');
    await again.context.close();
  });
});
