import type { Signal } from '@preact/signals-core';
import type { TimedStorage } from './storage.ts';

/** The choice of this tab and its account: `{ subject, tenant }`. */
const TAB_KEY = 'tenant';
/** The account's last choice in this browser, used by its next tab. */
const LAST_KEY = 'tenant:';

/** The organisation in which a user works: each tab can use another one (LOG-23). */
export interface TenantChoice {
  /**
   * Restores the choice of an account, by the subject of its token. After a sign-in it is asked again, unless this tab
   * has made it.
   */
  settle(subject: string | undefined, isSignIn: boolean): void;
  choose(tenant: string): void;
  /** The account's last choice in this browser. */
  last(): string | null;
  /** The user has signed out: the next one chooses again. */
  leave(): void;
  /** The choice is no longer valid, for example after removal from the organisation. Returns whether there was one. */
  reject(): boolean;
}

/** `chosen` is the organisation of calls; `tab` and `browser` store the choices. */
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
