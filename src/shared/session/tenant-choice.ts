import type { Signal } from '@preact/signals-core';
import type { TimedStorage } from './storage.ts';

/** The choice of this tab, with whose it is: `{ subject, tenant }`. */
const TAB_KEY = 'tenant';
/** The account's last choice in this browser, with which its next tab begins. */
const LAST_KEY = 'tenant:';

/** Which of their organisations a person works in: each tab may be in another one (LOG-23). */
export interface TenantChoice {
  /** Takes up the choice of an account, by the subject of its token. After a sign-in it is made anew, except where this tab has made it. */
  settle(subject: string | undefined, isSignIn: boolean): void;
  choose(tenant: string): void;
  /** What the account chose last in this browser. */
  last(): string | null;
  /** The person has left: the next one chooses for themselves. */
  leave(): void;
  /** The choice does not hold any more, as of an organisation that the account was taken out of. Tells whether there was one. */
  reject(): boolean;
}

/** `chosen` is what calls are about; `tab` and `browser` are where choices are kept. */
export function createTenantChoice(
  chosen: Signal<string | null>,
  { tab, browser }: { readonly tab: TimedStorage; readonly browser: TimedStorage },
): TenantChoice {
  let account: string | undefined;
  const last = () => (account === undefined ? null : (browser.get<string>(LAST_KEY + account) ?? null));

  function keep(tenant: string): void {
    tab.set(TAB_KEY, { subject: account, tenant }, null);
    chosen.value = tenant;
  }

  function leave(): void {
    tab.remove(TAB_KEY);
    chosen.value = null;
  }

  return {
    settle(subject, isSignIn) {
      account = subject;
      const own = tab.get<{ subject?: unknown; tenant?: unknown }>(TAB_KEY);
      if (own?.subject === subject && typeof own?.tenant === 'string') {
        chosen.value = own.tenant;
        return;
      }
      const before = isSignIn ? null : last();
      if (typeof before === 'string') keep(before);
      else leave();
    },
    choose(tenant) {
      keep(tenant);
      if (account !== undefined) browser.set(LAST_KEY + account, tenant, null);
    },
    last,
    leave,
    reject() {
      const had = chosen.peek() !== null;
      leave();
      if (account !== undefined) browser.remove(LAST_KEY + account);
      return had;
    },
  };
}
