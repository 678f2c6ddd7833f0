import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Redirect, Route, Router, Switch, useLocation, useSearch } from 'wouter';
import { ErrorBoundary } from '../shared/element/error-boundary.tsx';
import { useMessages } from '../shared/locale/index.ts';
import { session } from '../shared/session/index.ts';
import { lazyPart } from '../shared/ui/lazy-part.ts';
import { RecentSignIn } from '../shared/ui/recent-sign-in.tsx';
import { SnackbarHost } from '../shared/ui/snackbar-host.tsx';
import { Guard } from './guard.tsx';
import { hostMessages } from './host.messages.ts';
import { usePageTitle } from './page-title.ts';
import { PartFailed } from './pages/part-failed.tsx';
import { Unreachable } from './pages/unreachable.tsx';
import { Waiting } from './pages/waiting.tsx';
import { safeRedirect, secondFactorOffer } from './routes.ts';
import { askBeforeLeaving, openQuestion } from './unsaved-changes/unsaved-changes.ts';

// Signed-in users do not load the sign-in pages, and signed-out users do not load the frame.
const loadFrame = () => import('./frame/frame.tsx');
const Frame = lazyPart(loadFrame, 'Frame');
const LoginScreen = lazyPart(() => import('./login/login-screen.tsx'), 'LoginScreen');

const HelpPages = lazyPart(() => import('./help/help-page.tsx'), 'HelpPages');
const PublicPage = lazyPart(() => import('./pages/public-page.tsx'), 'PublicPage');
const AccessDenied = lazyPart(() => import('./pages/access-denied.tsx'), 'AccessDenied');
const TaskFormView = lazyPart(() => import('./pages/task-form-view.tsx'), 'TaskFormView');
const StartFormView = lazyPart(() => import('./pages/start-form-view.tsx'), 'StartFormView');
const RecordFormView = lazyPart(() => import('./record/record-form-view.tsx'), 'RecordFormView');
const SecondFactorPage = lazyPart(() => import('./second-factor/second-factor-page.tsx'), 'SecondFactorPage');
const RecentSignInDialog = lazyPart(() => import('./session/recent-sign-in.tsx'), 'RecentSignInDialog');
const UnsavedChangesDialog = lazyPart(
  () => import('./unsaved-changes/unsaved-changes-dialog.tsx'),
  'UnsavedChangesDialog',
);

/** The application: public pages, and behind the guard the frame with its pages. */
export function App(): ReactNode {
  return (
    <ErrorBoundary
      fallback={(error) => (
        <Suspense fallback={<Waiting />}>
          <ErrorPage error={error} />
        </Suspense>
      )}
    >
      <Suspense fallback={<Waiting />}>
        <Router aroundNav={askBeforeLeaving}>
          <Switch>
            <Route path="/login/:ssoProvider?">{({ ssoProvider }) => <Login provider={ssoProvider} />}</Route>
            <Route path="/help/:topic?">
              <HelpPages />
            </Route>
            <Route path="/401">
              <AccessDenied />
            </Route>
            <Route path="/second-factor">
              <Guard>{({ user }) => <SecondFactorPage username={user.id} />}</Guard>
            </Route>
            <Route path="/task-form-view">
              <Guard>{() => <TaskFormView />}</Guard>
            </Route>
            <Route path="/start-form-view">
              <Guard>{() => <StartFormView />}</Guard>
            </Route>
            <Route path="/record-form-view">
              <Guard>{() => <RecordFormView />}</Guard>
            </Route>
            <Route path={/^\/(callback|popup-login|task-action|unsubscribe|email-change|email-undo|embed|setup)\b/}>
              <PublicPage />
            </Route>
            <Route path="/">
              <Redirect to="/inbox" replace />
            </Route>
            <Route>
              <Guard>{(signedIn) => <Frame session={signedIn} />}</Guard>
            </Route>
          </Switch>
        </Router>
        <Leaving />
        <SnackbarHost />
        <RecentSignIn Dialog={RecentSignInDialog} />
      </Suspense>
    </ErrorBoundary>
  );
}

function Leaving(): ReactNode {
  useSignals();
  const open = openQuestion.value;
  return open ? (
    <Suspense>
      <UnsavedChangesDialog onChoose={open.answer} saves={open.saves} />
    </Suspense>
  ) : null;
}

/** The sign-in page. Redirects users who are already signed in (PUB-01), after a sign-in to the page they asked for. */
function Login({ provider }: { readonly provider: string | undefined }): ReactNode {
  useSignals();
  const [, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  const wanted = safeRedirect(query.get('redirect'));
  const { status } = session.value;
  const isKnown = status === 'signed-in' || status === 'choosing';
  const wasAsked = useRef(false);
  const isInvited = useRef(false);
  useEffect(() => {
    if (!isKnown) return;
    const go = () => navigate(isInvited.current ? secondFactorOffer(wanted) : wanted, { replace: true });
    // Until the application has loaded, the screen confirms the sign-in (LOG-08).
    if (wasAsked.current) loadFrame().then(go, go);
    else go();
  }, [isKnown, wanted, navigate]);
  if (status === 'unreachable' && session.value.refused !== undefined) return <Unreachable />;
  if (status === 'starting' || (isKnown && !wasAsked.current)) return <Waiting />;
  wasAsked.current = true;
  return (
    <LoginScreen
      provider={provider}
      redirect={wanted}
      hasProviderFailed={query.has('error')}
      onInvited={() => {
        isInvited.current = true;
      }}
    />
  );
}

/** An essential part of the application failed to load. */
function ErrorPage({ error }: { readonly error: unknown }): ReactNode {
  const t = useMessages(hostMessages);
  usePageTitle(t('host.partFailed'));
  return (
    <main className="alone">
      <h1 className="sr">{t('host.partFailed')}</h1>
      <PartFailed error={error} t={t} />
    </main>
  );
}
