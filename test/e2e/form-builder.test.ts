import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { arrive, axeFindings, newPage } from '../support/browser.ts';
import { identityToken } from '../support/identity-client.ts';
import { journey } from '../support/journey.ts';
import { waitFor } from '../support/wait-for.ts';

const verva = journey();
const PROVIDER = 'grete.norden';

/** Creates a form and opens it in the builder. */
async function openBuilder(id: string, children: readonly object[]) {
  const body = { formatVersion: 1, id, title: { en: 'Visit' }, root: { type: 'stack', id: 'root', children } };
  const headers = {
    Authorization: `Bearer ${await identityToken(verva.url, PROVIDER)}`,
    'Content-Type': 'application/json',
    'Verva-Tenant': 'verva',
  };
  const made = await fetch(`${verva.url}/api/forms`, { method: 'POST', headers, body: JSON.stringify({ body }) });
  assert.equal(made.status, 201, await made.text());
  const draft = async () => (await (await fetch(`${verva.url}/api/forms/${id}`, { headers })).json()).body;
  const { page, context, errors } = await newPage(verva.browser);
  await arrive(page, verva.url, PROVIDER);
  await page.getByRole('button', { name: /Verva Teenused/ }).click();
  await page.locator('verva-inbox').waitFor();
  await page.goto(`${verva.url}/settings/formbuilder?formId=${id}`);
  await page.getByRole('tree').waitFor();
  return { page, context, errors, draft };
}

const announced = (page: Page, text: string) => page.locator('[data-announcement]').filter({ hasText: text }).waitFor();
const saved = (page: Page) =>
  page
    .locator('.fb-saving')
    .filter({ hasText: /^Saved$/ })
    .waitFor();
const item = (page: Page, name: RegExp) => page.getByRole('treeitem', { name });

test('FRM-09 PRV-05 by keyboard only, fields are added, put into a section, moved, renamed with their references, undone and saved', async () => {
  const { page, context, errors, draft } = await openBuilder('visit', []);
  const key = (name: string) => page.keyboard.press(name);
  const add = async (what: string, label: string) => {
    await key('/');
    await page.getByRole('combobox', { name: 'Search parts' }).waitFor();
    await page.keyboard.type(what);
    await key('Enter');
    await page.locator('.fb-inline').waitFor();
    await page.keyboard.type(label);
    await key('Enter');
    await announced(page, `Changed ${label}`);
  };
  await item(page, /^Form/).focus();
  await add('yes', 'Guest comes');
  await add('text', 'Guest name');
  await add('date', 'Day');
  // The change is announced, and the focus stays on the changed node.
  await waitFor(() => page.evaluate(() => document.activeElement?.getAttribute('data-node')), 'day');
  await key('Alt+ArrowUp');
  await announced(page, 'Moved Day to position 2 in Form');
  await key('ArrowDown');
  await key('Control+g');
  await announced(page, 'Moved Guest name into Section');
  await key('ArrowRight');
  await key(' ');
  await key('ArrowUp');
  await key('Enter');
  await announced(page, 'Dropped Guest name here');
  await key('Control+z');
  await announced(page, 'Undone: Moved Guest name');
  const keys = (node: { key?: string; id?: string; children?: [] }): unknown =>
    node.children ? [node.id, ...node.children.map(keys)] : node.key;
  await waitFor(async () => keys((await draft()).root), ['root', 'guestComes', 'day', ['section', 'guestName']]);
  await saved(page);

  // A condition refers to the key: renaming updates it, deleting the field lists what would break.
  await page.getByRole('textbox', { name: 'Key' }).fill('visitor');
  await key('Enter');
  await announced(page, 'The key of Guest name is now visitor');
  assert.deepEqual(await axeFindings(page), []);
  await waitFor(async () => keys((await draft()).root), ['root', 'guestComes', 'day', ['section', 'visitor']]);
  assert.deepEqual(
    errors.filter((error) => !error.includes("'TrustedScript' assignment")),
    [],
  );
  await context.close();
});

test('FRM-09 a node is dragged from the palette and within the form, and broken references are listed before a deletion', async () => {
  const { page, context, errors, draft } = await openBuilder('visit-dragged', [
    { type: 'text', key: 'name', label: { en: 'Name' } },
    { type: 'text', key: 'room', label: { en: 'Room' }, visible: { expr: 'name != null' } },
  ]);
  const drag = async (from: ReturnType<typeof item>, to: ReturnType<typeof item>, side: 'left' | 'bottom') => {
    const [a, b] = [await from.boundingBox(), await to.boundingBox()];
    assert.ok(a && b);
    const end = side === 'left' ? [b.x + 8, b.y + b.height / 2] : [b.x + b.width / 2, b.y + b.height - 3];
    await page.mouse.move(a.x + 40, a.y + a.height / 2);
    await page.mouse.down();
    await page.mouse.move(a.x + 60, a.y + a.height / 2, { steps: 4 });
    await page.mouse.move(end[0] as number, end[1] as number, { steps: 8 });
    await page.locator('[class*=" drop-"]').waitFor();
    await page.mouse.up();
  };
  await drag(page.getByRole('button', { name: 'Money', exact: true }), item(page, /Name/), 'bottom');
  await announced(page, 'Added Money, position 2 in Form');
  await page.keyboard.press('Escape');
  await drag(item(page, /Room/), item(page, /Money/), 'left');
  await announced(page, 'Moved Room to position 1 in Columns');
  await waitFor(
    async () =>
      (await draft()).root.children.map(({ type, children }: { type: string; children?: { key: string }[] }) => [
        type,
        children?.map(({ key }) => key),
      ]),
    [
      ['text', undefined],
      ['columns', ['room', 'money']],
    ],
  );

  await item(page, /Name/).click();
  await page.keyboard.press('Delete');
  const dialog = page.getByRole('dialog', { name: 'Delete Name?' });
  await dialog.getByText('name: visibility condition of Room').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('textbox', { name: 'Key' }).fill('visitor');
  await page.keyboard.press('Enter');
  await announced(page, 'The key of Name is now visitor, also in 1 other place');
  await waitFor(async () => JSON.stringify(await draft()).includes('visitor != null'), true);
  await saved(page);
  assert.deepEqual(errors, []);
  await context.close();
});

test('FRM-09 PRV-05 the builder has the whole width, Publish stays beside the name, and without a form the forms are listed', async () => {
  const { page, context, errors } = await openBuilder('visit-wide', []);
  const drawer = page.locator('nav.drawer');
  await waitFor(async () => (await drawer.boundingBox())?.width, 56);
  await page.locator('.toolbar [aria-current]').waitFor();
  for (const width of [1280, 1100, 820, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const isBeside = () =>
      page.evaluate(() => {
        const middle = (selector: string) => {
          const { top, height, width: wide } = document.querySelector(selector)!.getBoundingClientRect();
          return { at: top + height / 2, wide };
        };
        const [name, publish] = [middle('.fb-name'), middle('.fb-end > .btn.primary')];
        return Math.abs(name.at - publish.at) < 8 && name.wide > 60;
      });
    await waitFor(isBeside, true, `Publish is beside the name at ${width}`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${verva.url}/settings/formbuilder`);
  await page.waitForURL('**/settings/forms');
  await waitFor(async () => (await drawer.boundingBox())?.width, 220);
  assert.deepEqual(errors, []);
  await context.close();
});

test('filters, order and search of lists are in the address: they survive a reload and Back', async () => {
  const { page, context } = await newPage(verva.browser);
  await arrive(page, verva.url, PROVIDER);
  await page.getByRole('button', { name: /Põhjaranna/ }).click();
  await page.locator('verva-inbox').waitFor();
  const search = page.getByRole('searchbox');
  const sorted = () => page.locator('th[aria-sort]').allTextContents();
  const retired = page.getByRole('button', { name: 'Filter: Status is Retired' });

  await page.goto(`${verva.url}/settings/forms?kind=nonsense&state=eq:inactive`);
  await retired.waitFor();
  await page.getByRole('button', { name: 'ID', exact: true }).click();
  await page.waitForURL('**/settings/forms?state=eq:inactive&sort=id');
  await page.reload();
  await retired.waitFor();
  await waitFor(sorted, ['ID']);
  await page.goto(`${verva.url}/settings/i18n`);
  await search.fill('snack');
  await page.waitForURL('**/settings/i18n?q=snack');
  await page.goto(`${verva.url}/settings/manuals`);
  await search.fill('evac');
  await page.waitForURL('**/settings/manuals?q=evac');
  await page.goBack();
  await waitFor(() => search.inputValue(), 'snack');
  await page.goBack();
  await retired.waitFor();
  await page.goForward();
  await page.goForward();
  await waitFor(() => search.inputValue(), 'evac');

  await page.getByRole('link', { name: 'Evacuation and first aid' }).click();
  await page.getByRole('tab', { name: 'Readers' }).click();
  await page.getByRole('button', { name: 'Due', exact: true }).click();
  await page.waitForURL('**/settings/manuals/*?tab=readers&list=sort%3D*');
  const before = await sorted();
  await page.reload();
  await waitFor(sorted, before);

  await page.goto(`${verva.url}/settings/dropdowns`);
  await search.fill('coun');
  await page.waitForURL('**/settings/dropdowns?q=coun');
  await page.getByRole('button', { name: /^Countries/ }).click();
  await page.waitForURL('**/settings/dropdowns?id=countries&q=coun');
  await page.reload();
  await page.getByRole('heading', { name: 'Countries' }).waitFor();
  await waitFor(() => search.first().inputValue(), 'coun');
  await page.goBack();
  await page.waitForURL('**/settings/dropdowns?q=coun');
  await page.getByRole('heading', { name: 'Countries' }).waitFor({ state: 'detached' });
  await context.close();
});

test('FIL-04 a list whose address has an unknown filter offers to clear it', async () => {
  const { page, context } = await newPage(verva.browser);
  await arrive(page, verva.url, PROVIDER);
  await page.getByRole('button', { name: /Põhjaranna/ }).click();
  await page.locator('verva-inbox').waitFor();
  await page.goto(`${verva.url}/settings/forms?colour=eq:red&sort=size`);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('link', { name: 'Purchase approval', exact: true }).waitFor();
  await page.waitForURL('**/settings/forms');
  await context.close();
});
