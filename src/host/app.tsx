import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, Suspense, useEffect } from 'react';
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter';
import { session } from '../shared/session/index.ts';
import { SnackbarHost } from '../shared/ui/snackbar-host.tsx';
import { Frame } from './frame/frame.tsx';
import { Guard } from './guard.tsx';
import { LoginScreen } from './login/login-screen.tsx';
import { Callback } from './pages/callback.tsx';
import { PopupLogin } from './pages/popup-login.tsx';
import { Waiting } from './pages/waiting.tsx';
import { Whoops } from './pages/whoops.tsx';
import { safeRedirect } from './routes.ts';

/** The application: public pages, and behind the guard the frame with its pages. */
export function App(): ReactNode {
  return (
    <Suspense fallback={<Waiting />}>
      <Switch>
        <Route path="/login/:ssoProvider?">
          <Login />
        </Route>
        <Route path="/callback">
          <Callback />
        </Route>
        <Route path="/popup-login">
          <PopupLogin />
        </Route>
        <Route path="/401">
          <Whoops />
        </Route>
        <Route path="/">
          <Redirect to="/inbox" replace />
        </Route>
        <Route>
          <Guard>{(signedIn) => <Frame session={signedIn} />}</Guard>
        </Route>
      </Switch>
      <SnackbarHost />
    </Suspense>
  );
}

/** Whoever is signed in already has no business here (PUB-01); after sign-in this leads on to the page that was wanted. */
function Login(): ReactNode {
  useSignals();
  const [, navigate] = useLocation();
  const wanted = safeRedirect(new URLSearchParams(useSearch()).get('redirect'));
  const { status } = session.value;
  useEffect(() => {
    if (status === 'signed-in') navigate(wanted, { replace: true });
  }, [status, wanted, navigate]);
  if (status === 'starting') return <Waiting />;
  return <LoginScreen />;
}
