import { useSignals } from '@preact/signals-react/runtime';
import { Minimize2 } from 'lucide-react';
import { type ReactNode, type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../../shared/api/index.ts';
import { onLive } from '../../shared/api/live.ts';
import { getMyMenus, type MenuItem, type Session } from '../../shared/contracts/session.contract.ts';
import { ErrorBoundary } from '../../shared/element/error-boundary.tsx';
import { useLanguage, useMessages } from '../../shared/locale/index.ts';
import { checkSession, isAdmin } from '../../shared/session/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { lazyPart } from '../../shared/ui/lazy-part.ts';
import { showWhole } from '../../shared/ui/show-whole.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { provideUseAddresses } from '../../shared/ui/use-addresses.ts';
import { useMobile, useNarrow } from '../../shared/ui/use-media.ts';
import { changeUi, phoneSettings, showSettings, ui } from '../display.ts';
import { hostMessages } from '../host.messages.ts';
import { usePageTitle } from '../page-title.ts';
import { PartFailed } from '../pages/part-failed.tsx';
import { INBOX, menuPath, type Route, routeAt, routesOf, subpagesOf, tabsOf, titleOf } from '../routes.ts';
import { addressInApplication } from '../use-addresses.ts';
import { ConnectionNotice } from './connection-notice.tsx';
import { Drawer } from './drawer.tsx';
import { createInboxCount } from './inbox-count.ts';
import { Page } from './page.tsx';
import { ScrollToTop } from './scroll-to-top.tsx';
import { SubBar, Toolbar } from './toolbar.tsx';

const AlertNotice = lazyPart(() => import('../alerts/alert-notice.tsx'), 'AlertNotice');
const SettingsPanel = lazyPart(() => import('../ui-settings/settings-panel.tsx'), 'SettingsPanel');

provideUseAddresses(addressInApplication);

/** Drawer, toolbar and current page, with the user's display settings (LAY-15). */
export function Frame({ session }: { readonly session: Session }): ReactNode {
  useSignals();
  const t = useMessages(hostMessages);
  const language = useLanguage();
  const mobile = useMobile();
  const routes = useRoutes(session);
  const count = useMemo(() => createInboxCount(call), []);
  const [path] = useLocation();
  const [over, setOver] = useState(false);
  const main = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { navbar, fullscreen, footer, settingsPanel } = ui.value ?? session.ui;

  useEffect(() => count.start(), [count]);
  useEffect(() => {
    document.addEventListener('pointerover', showWhole);
    return () => document.removeEventListener('pointerover', showWhole);
  }, []);
  // Another tab or an administrator has changed the session.
  useEffect(() => onLive(['profile.changed'], () => void checkSession()), []);
  const route = routeAt(routes ?? [INBOX], path);
  const entry = menuPath(routes ?? [INBOX], path);
  const [mini, toggle] = useMini(navbar.dense, route?.page === 'formbuilder');
  const title = route ? titleOf(route, language, t('host.inbox')) : t(routes ? 'host.404' : 'host.loading');
  const { count: waiting, atLeast } = count.value;
  usePageTitle(title, path === INBOX.path && waiting > 0 ? `${waiting}${atLeast ? '+' : ''}` : '');
  useFocusOnArrival(path, main, heading);

  const isFull = fullscreen && !mobile;
  const hasDrawer = !mobile && !isFull && navbar.show;
  const tabs = tabsOf(routes ?? [INBOX], entry);
  const tab = tabs.find((one) => routeAt([one], entry));
  const pages = tab && !isFull ? subpagesOf(tab) : [];
  const hasSubBar = pages.length > 1;
  // A new part of the page then, because a bar that appears above it would move it.
  const part = routes === null && !route ? 'menu' : 'page';
  const toTop = <ScrollToTop key={part} scroller={main} t={t} />;
  const drawer = { routes, path: entry, session, count: count.value, mobile, t };
  return (
    <>
      <a className="skip" href="#main">
        {t('host.skip')}
      </a>
      <div
        className={`app ${mobile ? 'mobile' : hasDrawer ? (mini ? 'mini' : '') : 'bare'} ${isFull ? 'full' : ''} ${hasSubBar ? 'with-subbar' : ''}`}
      >
        {hasDrawer && <Drawer {...drawer} mini={mini} logo={navbar.logo} onToggle={toggle} />}
        {isFull ? (
          <header className="full-bar">
            <span className="s strong cut grow" aria-hidden="true">
              {title}
            </span>
            {toTop}
            <Button kind="ghost" small icon={Minimize2} onClick={() => void changeUi({ fullscreen: false })}>
              {t('host.fullscreen.leave')}
            </Button>
          </header>
        ) : (
          <Toolbar
            tabs={tabs}
            path={entry}
            title={title}
            heading={heading}
            session={session}
            count={count.value}
            mobile={mobile}
            toTop={toTop}
            onMenu={hasDrawer ? undefined : () => setOver(true)}
            t={t}
          />
        )}
        {tab && hasSubBar && (
          <SubBar pages={pages} label={titleOf(tab, language, t('host.inbox'))} path={entry} t={t} />
        )}
        <div className="body" key={part}>
          <main className="main" id="main" ref={main} tabIndex={-1}>
            {/* On mobile it is in the toolbar. */}
            {!mobile && (
              <h1 className="sr" ref={heading} tabIndex={-1}>
                {title}
              </h1>
            )}
            <ConnectionNotice t={t} />
            {isAdmin(session.user) && (
              <ErrorBoundary fallback={() => null}>
                <Suspense>
                  <AlertNotice path={path} />
                </Suspense>
              </ErrorBoundary>
            )}
            <ErrorBoundary key={route?.path ?? path} fallback={(error) => <PartFailed error={error} t={t} />}>
              <Suspense fallback={<Skeleton rows={8} />}>
                <Page routes={routes} path={path} session={session} />
              </Suspense>
            </ErrorBoundary>
          </main>
          {(mobile ? phoneSettings.value : settingsPanel) && (
            <ErrorBoundary fallback={() => null} onError={() => showSettings(false, mobile)}>
              <Suspense>
                <SettingsPanel mobile={mobile} />
              </Suspense>
            </ErrorBoundary>
          )}
        </div>
        {footer && !mobile && <Footer tenant={session.tenant} />}
      </div>
      {!hasDrawer && over && <Drawer {...drawer} over mini={false} logo onToggle={() => setOver(false)} />}
    </>
  );
}

/**
 * On medium screens, and on a page that needs the whole width, the drawer is folded until opened; on other pages of a
 * desktop it keeps its last state.
 */
function useMini(folded: boolean, needsWidth: boolean): readonly [boolean, () => void] {
  const narrow = useNarrow();
  const [opened, setOpened] = useState(false);
  if (narrow || needsWidth) return [!opened, () => setOpened(!opened)];
  return [folded, () => void changeUi({ navbar: { dense: !folded } })];
}

/**
 * After a page change, focuses the page's heading, so that it is announced and the next Tab moves into the page (LAY-16);
 * unless the page has set the focus itself.
 */
function useFocusOnArrival(
  path: string,
  main: RefObject<HTMLElement | null>,
  heading: RefObject<HTMLElement | null>,
): void {
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    const { activeElement } = document;
    const isInside = activeElement !== main.current && main.current?.contains(activeElement);
    if (!isInside) heading.current?.focus({ preventScroll: true });
  }, [path, main, heading]);
}

/** Null until the menu has loaded. */
function useRoutes(session: Session): readonly Route[] | null {
  const [routes, setRoutes] = useState<readonly Route[] | null>(null);
  const { user } = session;
  useEffect(() => {
    const stop = new AbortController();
    const read = () =>
      call(getMyMenus, { signal: stop.signal })
        .then((menu) => setRoutes(routesOf(menu as MenuItem[], user)))
        .catch(() => {
          // The inbox works without a menu; a reload loads the rest.
          if (!stop.signal.aborted) setRoutes((before) => before ?? [INBOX]);
        });
    void read();
    const off = onLive(['config.changed'], ({ data }) => {
      if (data.what === undefined || data.what === 'menus' || data.what === 'configuration') void read();
    });
    return () => {
      stop.abort();
      off();
    };
  }, [user]);
  return routes;
}

/** Year and brand, if switched on (LAY-09). */
function Footer({ tenant }: Pick<Session, 'tenant'>): ReactNode {
  return (
    <footer className="page-foot">
      <span>© {tenant.today.slice(0, 4)} Verva</span>
      <span className="cut">{tenant.name}</span>
    </footer>
  );
}
