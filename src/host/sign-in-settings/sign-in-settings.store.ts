import type { call } from '../../shared/api/index.ts';
import {
  getSignInSettings,
  putSignInSettings,
  type SignInSettings,
} from '../../shared/contracts/sign-in-settings.contract.ts';
import { createEditedSettings } from '../edited-settings.ts';

/** The organisation's rules for signing in, being edited. `send` is `call` of shared/api. */
export function createSignInSettings({ send }: { readonly send: typeof call }) {
  const { change, ...store } = createEditedSettings<SignInSettings>({
    read: () => send(getSignInSettings, {}),
    write: (body) => send(putSignInSettings, { body }),
  });
  return {
    ...store,
    change,
    choose: (secondFactor: SignInSettings['secondFactor']) => change({ secondFactor }),
  };
}
