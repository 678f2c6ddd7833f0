import type { call } from '../../shared/api/index.ts';
import { SIGN_IN_MODES, type SignInMode } from '../../shared/contracts/sign-in-modes.rules.ts';
import {
  getOrganisationSignIn,
  getSignInSettings,
  putOrganisationSignIn,
  putSignInSettings,
  type SignInSettings,
} from '../../shared/contracts/sign-in-settings.contract.ts';
import { createEditedSettings } from '../edited-settings.ts';

interface Options {
  /** `call` of shared/api. */
  readonly send: typeof call;
  /** The organisation, for the provider; without it, the user's own. */
  readonly tenantId?: string | undefined;
}

/** An organisation's rules for signing in, being edited. */
export function createSignInSettings({ send, tenantId }: Options) {
  const { change, ...store } = createEditedSettings<SignInSettings>({
    read: () => (tenantId ? send(getOrganisationSignIn, { params: { tenantId } }) : send(getSignInSettings, {})),
    write: (body) =>
      tenantId ? send(putOrganisationSignIn, { params: { tenantId }, body }) : send(putSignInSettings, { body }),
  });
  return {
    ...store,
    change,
    /** Allows a way to sign in, or no longer. */
    allow(mode: SignInMode, isAllowed: boolean): void {
      const { modes } = store.values.peek() ?? { modes: null };
      if (modes) change({ modes: SIGN_IN_MODES.filter((one) => (one === mode ? isAllowed : modes.includes(one))) });
    },
    choose: (secondFactor: SignInSettings['secondFactor']) => change({ secondFactor }),
  };
}
