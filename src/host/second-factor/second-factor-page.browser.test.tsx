import { expect } from '@open-wc/testing';
import { renderHarness } from '../../../test/support/render-harness.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import type { call } from '../../shared/api/index.ts';
import { createSecurityStore } from '../../shared/ui/second-factor/security.store.ts';
import { SecondFactorPage } from './second-factor-page.tsx';

const PASSKEY = { id: 'f1', kind: 'passkey', name: 'Laptop', addedAt: '2026-11-20T08:00:00Z', lastUsedAt: null };

describe('the offer of a second factor', () => {
  const { draw, find, named, says, offences } = renderHarness('div');
  let factors: object[];
  let isKeptHere: boolean;
  let failure: Error | undefined;
  const send = async () => {
    if (failure) throw failure;
    return { isKeptHere, allowsPasskeys: true, factors, backupCodes: 0 };
  };
  const drawn = (mayUsePasskeys = true) =>
    draw(
      <SecondFactorPage
        username="mari.mets"
        create={() =>
          createSecurityStore({
            send: send as unknown as typeof call,
            begin: async () => 'JBSWY3DPEHPK3PXP',
            confirm: async () => [],
            addPasskey: mayUsePasskeys
              ? async (name) => {
                  factors = [{ ...PASSKEY, name }];
                }
              : undefined,
          })
        }
      />,
    );
  const leads = (path: string) => waitUntil(() => location.pathname + location.search === path, `at ${path}`);
  beforeEach(() => {
    factors = [];
    isKeptHere = true;
    failure = undefined;
    history.replaceState(null, '', '/second-factor?redirect=%2Fmanuals%3Fid%3D7');
  });
  afterEach(() => history.replaceState(null, '', '/'));

  it('SEC-01 new users choose an app or a passkey, or decide later', async () => {
    drawn();
    await waitUntil(() => says('Protect your account'), 'the offer');
    expect(await offences()).to.deep.equal([]);
    named('Set up an app').click();
    await waitUntil(() => says('JBSW Y3DP EHPK 3PXP'), 'the secret');
    expect(await offences()).to.deep.equal([]);
    named('Cancel').click();
    await waitUntil(() => says('Authenticator app'), 'the offer again');
    named('Later').click();
    await leads('/manuals?id=7');
  });

  it('SEC-01 a passkey that was added leads on', async () => {
    drawn();
    await waitUntil(() => says('Protect your account'), 'the offer');
    named('Add a passkey').click();
    await waitUntil(() => find('input[name=passkeyName]'), 'the name');
    expect(await offences()).to.deep.equal([]);
    named('Create passkey').click();
    await leads('/manuals?id=7');
  });

  it('SEC-01 a browser without passkeys offers the app alone', async () => {
    drawn(false);
    await waitUntil(() => says('Protect your account'), 'the offer');
    expect(says('Passkey')).to.equal(false);
  });

  for (const [who, prepare] of [
    [
      'with a second factor',
      () => {
        factors = [PASSKEY];
      },
    ],
    [
      'whose account another service keeps',
      () => {
        isKeptHere = false;
      },
    ],
    [
      'whose second factors cannot be read',
      () => {
        failure = new ApiError('server.error', 500);
      },
    ],
  ] as const) {
    it(`SEC-01 users ${who} go on at once`, async () => {
      prepare();
      drawn();
      await leads('/manuals?id=7');
    });
  }
});
