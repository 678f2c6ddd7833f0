import { expect } from '@open-wc/testing';
import { renderHarness } from '../../../../test/support/render-harness.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import { ApiError } from '../../../shared/api/index.ts';
import type { Issuer, TriedSignIn } from '../../../shared/contracts/issuers.contract.ts';
import type { IssuersStore } from '../issuers.store.ts';
import { TrialDialog } from './trial-dialog.tsx';
import type { TrialEnd } from './try-provider.ts';

const ISSUER = { name: 'own', issuer: 'https://sso.example', clientId: 'c', scope: 'openid', extraQuery: {} } as Issuer;
const GOOD: TriedSignIn = {
  ...{ refusal: null, user: { id: 'ann.acme', name: 'Ann' }, link: 'email', groups: ['crew'], otherGroups: ['x'] },
  ...{ claims: [{ name: 'sub', value: 's-1' }], secondFactor: 'missing', hasAuthTime: false },
};

describe('a trial of an identity provider', () => {
  const { draw, find, named, says, offences } = renderHarness();
  let ends: ((end: TrialEnd) => void)[];
  let stopped: number;
  let answer: TriedSignIn | Error;
  const drawn = async () => {
    const store = {
      tryToken: async () => {
        if (answer instanceof Error) throw answer;
        return answer;
      },
    } as unknown as IssuersStore;
    const open = (_provider: unknown, onEnd: (end: TrialEnd) => void) => {
      ends.push(onEnd);
      return () => {
        stopped += 1;
      };
    };
    draw(<TrialDialog store={store} issuer={ISSUER} open={open as never} onClose={() => undefined} />);
    await waitUntil(() => find('dialog') !== null, 'the dialog is open');
    named('Open sign-in window').click();
    await waitUntil(() => says('Waiting for the sign-in'), 'it waits');
  };
  beforeEach(() => {
    ends = [];
    stopped = 0;
    answer = GOOD;
  });

  it('ORG-02 the result shows user, groups and claims in words, and each failure says what to do', async () => {
    await drawn();
    ends[0]!({ kind: 'token', idToken: 't' });
    await waitUntil(() => says('This sign-in would succeed.'), 'the result is shown');
    for (const text of ['Ann (ann.acme), by e-mail address', 'crew', 'grant no group: x', 's-1', 'would be refused']) {
      expect(says(text), text).to.equal(true);
    }
    expect(await offences()).to.deep.equal([]);
    const again = async (end: TrialEnd, text: string) => {
      named('Try again').click();
      await waitUntil(() => says('Waiting for the sign-in'), 'it waits again');
      ends.at(-1)!(end);
      await waitUntil(() => says(text), text);
    };
    await again({ kind: 'blocked' }, 'The browser blocked the window.');
    await again({ kind: 'failed', failure: 'unreachable' }, 'often CORS is missing');
    await again({ kind: 'failed', failure: 'failed' }, 'Check the client ID');
    answer = { ...GOOD, refusal: 'audience', user: null, link: null };
    await again({ kind: 'token', idToken: 't' }, 'The token is for another client.');
    answer = { ...GOOD, user: null, link: null };
    await again({ kind: 'token', idToken: 't' }, 'No user is found.');
    answer = { ...GOOD, link: 'taken' };
    await again({ kind: 'token', idToken: 't' }, 'Remove that link first.');
    expect(says('This sign-in would be refused.')).to.equal(true);
    answer = new ApiError('network', 0);
    await again({ kind: 'token', idToken: 't' }, 'No connection.');
    expect(stopped).to.equal(7);
  });
});
