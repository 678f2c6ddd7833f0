import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startHosted } from '../support/hosted-server.ts';
import { client, identityToken } from '../support/identity-client.ts';
import { hasPostgres } from '../support/postgres.ts';

describe('servers of successive test files', { skip: !hasPostgres }, () => {
  const originsOf = async (url: string) => {
    const anna = client(url, await identityToken(url, 'anna.tamm'));
    return { anna, origins: (await anna('GET', '/api/embed/origins')).body };
  };

  test('share no data, no output and no address', async () => {
    const first = await startHosted();
    const { anna, origins } = await originsOf(first.url);
    assert.equal((await anna('POST', '/api/embed/origins', { origin: 'https://intranet.example' })).status, 201);
    assert.match(first.output(), new RegExp(`Verva: ${first.url}`));
    await first.stop();
    await assert.rejects(fetch(`${first.url}/readyz`));
    const second = await startHosted();
    assert.deepEqual((await originsOf(second.url)).origins, origins);
    assert.ok(!second.output().includes(first.url));
    await second.stop();
  });

  test('report settings with which a server does not start', async () => {
    await assert.rejects(startHosted({ PORT: 'none' }), /PORT/);
    const after = await startHosted();
    await after.stop();
  });
});
