import { call } from '../../api/index.ts';
import { addApp, addPasskey, canUsePasskeys, confirmApp } from '../../session/index.ts';
import { createSecurityStore, type SecurityStore } from './security.store.ts';

/** The second factor of the user of this page. */
export const ownSecurity = (): SecurityStore =>
  createSecurityStore({
    send: call,
    begin: addApp,
    confirm: confirmApp,
    addPasskey: canUsePasskeys() ? addPasskey : undefined,
  });
