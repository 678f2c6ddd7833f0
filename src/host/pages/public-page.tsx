import type { ReactNode } from 'react';
import { Route, Switch } from 'wouter';
import { lazyPart } from '../../shared/ui/lazy-part.ts';

const Callback = lazyPart(() => import('./callback.tsx'), 'Callback');
const PopupLogin = lazyPart(() => import('./popup-login.tsx'), 'PopupLogin');
const SnippetPage = lazyPart(() => import('../embedding/snippet-page.tsx'), 'SnippetPage');
const SetupPage = lazyPart(() => import('../setup/setup-page.tsx'), 'SetupPage');
const MailPage = lazyPart(() => import('./mail-page.tsx'), 'MailPage');

/** Public pages, except the sign-in, which is loaded separately. */
export function PublicPage(): ReactNode {
  return (
    <Switch>
      <Route path="/callback">
        <Callback />
      </Route>
      <Route path="/popup-login">
        <PopupLogin />
      </Route>
      <Route path="/embed">
        <SnippetPage />
      </Route>
      <Route path="/setup">
        <SetupPage />
      </Route>
      <Route>
        <MailPage />
      </Route>
    </Switch>
  );
}
