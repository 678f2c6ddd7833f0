import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import { finishSso } from '../../shared/session/index.ts';
import { loginAfter } from '../login/sso-fault.tsx';
import { safeRedirect } from '../routes.ts';
import { Waiting } from './waiting.tsx';

/** An answer can be taken once; a page that is drawn twice waits for the same end. */
let finishing: Promise<string> | undefined;

/** Takes a provider's answer out of the address; where to go then. */
export function takeAnswer(): Promise<string> {
  finishing ??= finishSso()
    .then((end) => ('failure' in end ? loginAfter(end.failure, end.redirect) : safeRedirect(end.redirect)))
    .finally(() => {
      finishing = undefined;
    });
  return finishing;
}

/** `/callback`: where the sign-in of an identity provider leads back to. */
export function Callback(): ReactNode {
  const [, navigate] = useLocation();
  useEffect(() => {
    void takeAnswer().then((path) => navigate(path, { replace: true }));
  }, [navigate]);
  return <Waiting />;
}
