import type { ReactNode } from 'react';
import { useSearch } from 'wouter';
import { useMessages } from '../../shared/locale/index.ts';
import type { SsoFailure } from '../../shared/session/index.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { ssoMessages } from './sso.messages.ts';

const PREFIX = 'sso_';
const FAILURES: readonly SsoFailure[] = ['denied', 'stale', 'foreign', 'unknown', 'linked', 'unreachable', 'failed'];

/** Sign-in screen with the error of single sign-on; leads to the requested page after a successful sign-in. */
export function loginAfter(failure: SsoFailure, redirect: string | null): string {
  const wanted = redirect === null ? '' : `&redirect=${encodeURIComponent(redirect)}`;
  return `/login?error=${PREFIX}${failure}${wanted}`;
}

/** Explains why single sign-on failed, from `?error=` of the address. */
export function SsoFault(): ReactNode {
  const t = useMessages(ssoMessages);
  const error = new URLSearchParams(useSearch()).get('error');
  const failure = FAILURES.find((one) => error === PREFIX + one);
  return failure ? <Banner tone="red">{t(`sso.${failure}`)}</Banner> : null;
}
