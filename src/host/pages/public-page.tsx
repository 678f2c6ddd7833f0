import type { ReactNode } from 'react';
import { Route, Switch } from 'wouter';
import { lazyPart } from '../../shared/ui/lazy-part.ts';

const Callback = lazyPart(() => import('./callback.tsx'), 'Callback');
const PopupLogin = lazyPart(() => import('./popup-login.tsx'), 'PopupLogin');
const SnippetPage = lazyPart(() => import('../embedding/snippet-page.tsx'), 'SnippetPage');
const MailPage = lazyPart(() => import('./mail-page.tsx'), 'MailPage');

/** Pages that nobody has to be signed in for, besides the sign-in, which does not wait for them. */
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
      <Route>
        <MailPage />
      </Route>
    </Switch>
  );
}
