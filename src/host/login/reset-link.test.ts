import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forgetResetLink, resetLink, takeResetLink } from './reset-link.ts';

/** Returns the rewritten address and the extracted link. */
function visit(path: string) {
  let address = path;
  const past = { state: null, replaceState: (_state: unknown, _title: string, url: string) => (address = url) };
  takeResetLink({ href: `https://verva.example${path}` } as Location, past as unknown as History);
  const link = resetLink();
  forgetResetLink();
  return { address, link };
}

test('LOG-10 (37) the code of a recovery link is removed from the address at once, the rest stays', () => {
  assert.deepEqual(visit('/login?code=264641&username=anna.tamm&redirect=%2Finbox%3FtaskId%3D7'), {
    address: '/login?redirect=%2Finbox%3FtaskId%3D7',
    link: { username: 'anna.tamm', code: '264641' },
  });
  assert.equal(resetLink(), undefined);
});

test('LOG-10 an incomplete link opens nothing, and other addresses are left alone', () => {
  assert.deepEqual(visit('/login?code=264641'), { address: '/login', link: undefined });
  assert.deepEqual(visit('/login?redirect=%2F'), { address: '/login?redirect=%2F', link: undefined });
  assert.deepEqual(visit('/401?code=503'), { address: '/401?code=503', link: undefined });
  assert.deepEqual(visit('/callback?code=1&state=2&username=x').link, undefined);
});
