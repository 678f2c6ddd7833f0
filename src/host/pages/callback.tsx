import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import { finishSso } from '../../shared/session/index.ts';
import { loginAfter } from '../login/sso-fault.tsx';
import { safeRedirect } from '../routes.ts';
import { Waiting } from './waiting.tsx';

/** A response can be redeemed once; a second render waits for the same result. */
let finishing: Promise<string> | undefined;

/** Redeems a provider's response from the address and returns where to go next. */
export function takeAnswer(): Promise<string> {
  finishing ??= finishSso()
    .then((end) => ('failure' in end ? loginAfter(end.failure, end.redirect) : safeRedirect(end.redirect)))
    .finally(() => {
      finishing = undefined;
    });
  return finishing;
}

/** `/callback`: redirect target of identity providers. */
export function Callback(): ReactNode {
  const [, navigate] = useLocation();
  useEffect(() => {
    void takeAnswer().then((path) => navigate(path, { replace: true }));
  }, [navigate]);
  return <Waiting />;
}
