import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { unpack } from '../../src/server/platform/content/unzip.ts';
import { zipOf } from '../../src/server/platform/content/zip.ts';
import { arrive, axeFindings, newPage } from '../support/browser.ts';
import { journey } from '../support/journey.ts';

const verva = journey();

const DEMO = join(import.meta.dirname, '../../demo/data/config/pohjaranna');

test('BEY-22 BEY-29 the provider downloads the configuration, applies a changed file, and rolls it back', async () => {
  const { page } = await newPage(verva.browser);
  await arrive(page, verva.url, 'grete.norden');
  await page.getByRole('button', { name: /Põhjaranna Sadam/ }).click();
  await page.getByRole('link', { name: 'Settings' }).waitFor();
  await page.goto(`${verva.url}/settings/configuration`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  const { files } = unpack(await readFile(await download.path()), () => assert.fail() as never);
  assert.ok(files.size > 50, String(files.size));
  assert.deepEqual(await axeFindings(page), []);

  // What the demo was configured with is what it exports.
  const { kinds } = JSON.parse(await readFile(join(DEMO, 'verva.json'), 'utf8')) as { kinds: string[] };
  const own = await readdir(DEMO, { recursive: true, withFileTypes: true });
  const texts = own
    .filter((entry) => entry.isFile() && entry.name !== 'verva.json')
    .map(({ parentPath, name }) => join(parentPath, name).slice(DEMO.length + 1))
    .toSorted();
  assert.deepEqual([...files.keys()].filter((name) => kinds.includes(name.split('/')[0]!)).toSorted(), texts);
  for (const name of texts) assert.equal(files.get(name)?.toString(), readFileSync(join(DEMO, name), 'utf8'), name);

  const changed = [...files].map(([name, content]) => ({ name, content }));
  changed.push({ name: 'groups/divers.json', content: Buffer.from('{"id": "divers", "name": "Divers"}') });
  await page.locator('.config-upload input[type=file]').setInputFiles({
    ...{ name: 'verva-config.zip', mimeType: 'application/zip', buffer: zipOf(changed) },
  });
  await page.getByText('1 added', { exact: false }).first().waitFor();
  assert.deepEqual(await axeFindings(page), []);
  await page.getByRole('button', { name: 'Apply 1 change' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('heading', { name: 'Applied change' }).waitFor();

  await page.goto(`${verva.url}/settings/groups`);
  await page.getByText('Divers').first().waitFor();
  await page.goto(`${verva.url}/settings/configuration`);
  // The newest change; the demo has applied another one.
  await page
    .getByRole('button', { name: /^Roll back/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Plan to roll back' }).waitFor();
  await page.getByText('1 removed', { exact: false }).first().waitFor();
  await page.getByRole('button', { name: 'Apply 1 change' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('heading', { name: 'Applied change' }).waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByText('Rolled back').first().waitFor();
  await page.goto(`${verva.url}/settings/groups`);
  await page.getByText('Administrators').first().waitFor();
  assert.equal(await page.getByText('Divers').count(), 0);
});
