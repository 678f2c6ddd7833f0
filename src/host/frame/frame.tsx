import { useSignals } from '@preact/signals-react/runtime';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { call } from '../../shared/api/index.ts';
import { onLive } from '../../shared/api/live.ts';
import { getMyMenus, type MenuItem, type Session } from '../../shared/contracts/session.contract.ts';
import { ErrorBoundary } from '../../shared/element/error-boundary.tsx';
import { useLanguage, useMessages } from '../../shared/locale/index.ts';
import { checkSession } from '../../shared/session/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { useMobile } from '../../shared/ui/use-media.ts';
import { drawerIsMini, keepDrawerMini } from '../display.ts';
import { hostMessages } from '../host.messages.ts';
import { NotFound } from '../pages/not-found.tsx';
import { INBOX, isDenied, type Route, routeAt, routesOf, SECTION, tabsOf, titleOf } from '../routes.ts';
import { Drawer } from './drawer.tsx';
import { createInboxCount } from './inbox-count.ts';
import { ScrollToTop } from './scroll-to-top.tsx';
import { Toolbar } from './toolbar.tsx';

const InboxPage = lazy(() => import('../pages/inbox-page.tsx').then(({ InboxPage: page }) => ({ default: page })));

const MassActionPage = lazy(() =>
  import('../pages/mass-action-page.tsx').then(({ MassActionPage: page }) => ({ default: page })),
);
const TasksPage = lazy(() => import('../pages/tasks-page.tsx').then(({ TasksPage: page }) => ({ default: page })));
const BuilderPage = lazy(() =>
  import('../builder/builder-page.tsx').then(({ BuilderPage: page }) => ({ default: page })),
);
const DelegationsPage = lazy(() =>
  import('../pages/delegations-page.tsx').then(({ DelegationsPage: page }) => ({ default: page })),
);
const EmbeddingPage = lazy(() =>
  import('../embedding/embedding-page.tsx').then(({ EmbeddingPage: page }) => ({ default: page })),
);
const FormsPage = lazy(() => import('../forms/forms-page.tsx').then(({ FormsPage: page }) => ({ default: page })));
const ManualsPage = lazy(() =>
  import('../pages/manuals-page.tsx').then(({ ManualsPage: page }) => ({ default: page })),
);
const ManualSettingsPage = lazy(() =>
  import('../manuals/manual-settings-page.tsx').then(({ ManualSettingsPage: page }) => ({ default: page })),
);
const ManualReportsPage = lazy(() =>
  import('../manuals/readers/reports-page.tsx').then(({ ReportsPage: page }) => ({ default: page })),
);
const TranslationsPage = lazy(() =>
  import('../translations/translations-page.tsx').then(({ TranslationsPage: page }) => ({ default: page })),
);
const DropdownsPage = lazy(() =>
  import('../pages/dropdowns-page.tsx').then(({ DropdownsPage: page }) => ({ default: page })),
);

/** Drawer, toolbar and the page of the address. */
export function Frame({ session }: { readonly session: Session }): ReactNode {
  useSignals();
  const t = useMessages(hostMessages);
  const mobile = useMobile();
  const routes = useRoutes(session);
  const count = useMemo(() => createInboxCount(call), []);
  const [path] = useLocation();
  const [mini, setMini] = useState(drawerIsMini);
  const [over, setOver] = useState(false);
  const main = useRef<HTMLElement>(null);

  useEffect(() => count.start(), [count]);
  // Another tab, or an administrator, has changed who this is.
  useEffect(() => onLive(['profile.changed'], () => void checkSession()), []);
  const title = useTitle(routes, path);

  const toggle = () => {
    keepDrawerMini(!mini);
    setMini(!mini);
  };
  return (
    <>
      <a className="skip" href="#main">
        {t('host.skip')}
      </a>
      <div className={`app ${mini && !mobile ? 'mini' : ''} ${mobile ? 'mobile' : ''}`}>
        {!mobile && (
          <Drawer
            routes={routes}
            path={path}
            session={session}
            count={count.value}
            mini={mini}
            onToggle={toggle}
            t={t}
          />
        )}
        <Toolbar
          tabs={tabsOf(routes ?? [INBOX], path)}
          path={path}
          session={session}
          count={count.value}
          mobile={mobile}
          onMenu={() => setOver(true)}
          t={t}
        />
        <main className="main" id="main" ref={main} tabIndex={-1}>
          {/* On a phone it stands in the toolbar. */}
          {!mobile && <h1 className="sr">{title}</h1>}
          <ErrorBoundary
            fallback={() => (
              <EmptyState mark="failed" title={t('host.partFailed')}>
                <Button onClick={() => location.reload()}>{t('host.reload')}</Button>
              </EmptyState>
            )}
          >
            <Suspense fallback={<Skeleton rows={8} />}>
              <Page routes={routes} path={path} session={session} />
            </Suspense>
          </ErrorBoundary>
          <ScrollToTop scroller={main} t={t} />
        </main>
      </div>
      {mobile && over && (
        <Drawer
          over
          routes={routes}
          path={path}
          session={session}
          count={count.value}
          mini={false}
          onToggle={() => setOver(false)}
          t={t}
        />
      )}
    </>
  );
}

/** The page of an address. While the menu is on its way only the inbox is known; nothing else is refused too early. */
function Page({
  routes,
  path,
  session,
}: {
  readonly routes: readonly Route[] | null;
  readonly path: string;
  readonly session: Session;
}): ReactNode {
  const [, navigate] = useLocation();
  const route = routeAt(routes ?? [INBOX], path);
  const denied = isDenied(path, route, session.user);
  useEffect(() => {
    if (denied) navigate('/401?noGoBack', { replace: true });
  }, [denied, navigate]);
  if (denied) return null;
  if (!route) return routes === null ? <Skeleton rows={8} /> : <NotFound />;
  if (route.page === 'inbox') return <InboxPage />;
  if (route.page === 'tasks') return <TasksPage />;
  if (route.page === 'delegations') return <DelegationsPage />;
  if (route.page === 'mass-action') return <MassActionPage />;
  if (route.page === 'formbuilder') return <BuilderPage />;
  if (route.page === 'forms') return <FormsPage />;
  if (route.page === 'dropdowns') return <DropdownsPage />;
  if (route.page === 'embedding') return <EmbeddingPage />;
  if (route.page === 'i18n') return <TranslationsPage />;
  if (route.page === 'manuals') return <ManualsPage />;
  if (route.page === 'manual-settings') return <ManualSettingsPage />;
  if (route.page === 'manual-reports') return <ManualReportsPage />;
  const first = route.children.find((child) => !child.hidden);
  if (route.page === SECTION && first) return <Redirect to={first.path} replace />;
  return <NotFound page={route.page || route.path} />;
}

/** Null until the server's menu is here. */
function useRoutes(session: Session): readonly Route[] | null {
  const [routes, setRoutes] = useState<readonly Route[] | null>(null);
  const { user } = session;
  useEffect(() => {
    const stop = new AbortController();
    call(getMyMenus, { signal: stop.signal })
      .then((menu) => setRoutes(routesOf(menu as MenuItem[], user)))
      .catch(() => {
        // The inbox is there without a menu; a reload brings the rest.
        if (!stop.signal.aborted) setRoutes([INBOX]);
      });
    return () => stop.abort();
  }, [user]);
  return routes;
}

function useTitle(routes: readonly Route[] | null, path: string): string {
  const t = useMessages(hostMessages);
  const language = useLanguage();
  const route = routeAt(routes ?? [INBOX], path);
  const title = route ? titleOf(route, language, t('host.inbox')) : t('host.404');
  useEffect(() => {
    document.title = `${title} · Verva`;
  }, [title]);
  return title;
}
