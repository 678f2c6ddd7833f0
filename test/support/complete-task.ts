import type { Page } from 'playwright-core';

/** Fills what is required with something that fits, and takes the first outcome. */
export async function completeOpenTask(page: Page): Promise<void> {
  const form = page.locator('verva-task-form');
  await form.locator('.outcomes button').first().waitFor();
  for (const field of await form
    .locator('input[required]:visible, textarea[required]:visible, select[required]:visible')
    .all()) {
    const tag = await field.evaluate((element) => element.tagName);
    const type = await field.getAttribute('type');
    if (tag === 'SELECT') {
      await field.selectOption({ index: 1 });
    } else if (type === 'checkbox' || type === 'radio') {
      await field.check();
    } else if (!(await field.inputValue())) {
      const mode = await field.getAttribute('inputmode');
      const placeholder = (await field.getAttribute('placeholder')) ?? '';
      await field.fill(
        placeholder.includes('YYYY') ? '30/11/2026' : mode ? '5' : 'Checked on site, everything in order.',
      );
    }
  }
  await form.locator('.outcomes button').first().click();
  const dialog = form.locator('dialog[open]');
  const asked = await Promise.race([
    dialog.waitFor({ state: 'visible', timeout: 1000 }).then(
      () => true,
      () => false,
    ),
    form
      .locator('.outcomes button[aria-busy]')
      .waitFor({ timeout: 1000 })
      .then(
        () => false,
        () => false,
      ),
  ]);
  if (asked) {
    await dialog.locator('textarea').fill('Agreed.');
    await dialog.locator('footer button').last().click();
  }
}
