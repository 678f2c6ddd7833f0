import { call } from '../api/call.ts';
import { resumeLive } from '../api/live.ts';
import { chosenTenant } from '../api/tenant.ts';
import { getSession, type Session } from '../contracts/session.contract.ts';
import { addedLanguages, languageOf, provideAddedTexts, setLanguage, timeZone } from '../locale/language.ts';
import { ownTexts } from '../locale/own.ts';
import { channel, EXPIRED, SIGNED_OUT } from './announcements.ts';
import { identityClient } from './identity.ts';
import { isOurs, shared, state, uiStorage } from './page-session.ts';
import { providerService } from './providers.ts';
import { createTimedStorage } from './storage.ts';
import { createSessionStore } from './store.ts';
import { createStoredSession } from './stored-session.ts';
import { createTenantChoice } from './tenant-choice.ts';

const REFRESH_LOCK = 'vva_refresh';

/** The organisation in which the user works in this tab. */
export const tenantChoice = createTenantChoice(chosenTenant, {
  tab: createTimedStorage(() => sessionStorage),
  browser: uiStorage,
});

/** Error of the last session request; interpreted by the single sign-on code, which few pages need. */
export let refusal: unknown;

/** The session store of this page. */
export const store = createSessionStore({
  state,
  shared,
  stored: createStoredSession(() => (shared.isApplication ? localStorage : undefined)),
  isOurs,
  identity: identityClient,
  provider: providerService,
  loadSession: async () => {
    const found = await call(getSession, {}).catch((error: unknown) => {
      refusal = error;
      throw error;
    });
    addedLanguages.value = found.tenant.languages ?? [];
    // Before rendering, so that no text changes on screen.
    await takeOwnTexts(found.tenant.texts);
    return found;
  },
  // Without a secure context there are no locks; then two tabs can both refresh: the identity service returns the same new
  // token to both.
  exclusively: async (work) => (navigator.locks ? await navigator.locks.request(REFRESH_LOCK, work) : work()),
  notifyOtherTabs: (reason) => channel?.postMessage(reason === 'left' ? SIGNED_OUT : EXPIRED),
  tenantChoice: {
    settle: (subject, isSignIn) => isOurs() && tenantChoice.settle(subject, isSignIn),
    leave: () => isOurs() && tenantChoice.leave(),
    reject: tenantChoice.reject,
  },
  signedIn: followPerson,
  now: () => Date.now(),
});

provideAddedTexts((id) => import('../texts/own-texts.ts').then((part) => part.loadTextsOf(id)).catch(() => undefined));

function followPerson({ user, tenant }: Session): void {
  resumeLive();
  timeZone.value = tenant.timeZone;
  const wanted = languageOf(shared.locale ?? '') ?? languageOf(user.languageId);
  if (wanted) void setLanguage(wanted);
}

/** Loads the organisation's own texts if they differ from the loaded ones. Never rejects. */
export async function takeOwnTexts(files: readonly string[]): Promise<void> {
  if (`${files}` !== ownTexts.files)
    await import('../texts/own-texts.ts')
      .then((part) => part.loadOwnTexts(files))
      // Without the code that reads them, the product's texts are used (ERR-06).
      .catch(() => undefined);
}
