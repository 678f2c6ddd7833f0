import { ArrowUpRight, CircleHelp, LifeBuoy, type LucideIcon, PanelLeftClose, PanelLeftOpen, X } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Link, useSearch } from 'wouter';
import type { Session } from '../../shared/contracts/session.contract.ts';
import { useLanguage } from '../../shared/locale/index.ts';
import { IconButton } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { namedIcon } from '../../shared/ui/named-icon.ts';
import { helpAddress, helpTopic } from '../help/help-topics.ts';
import type { HostText } from '../host-text.ts';
import { INBOX, isAt, offered, type Route, routeAt, titleOf } from '../routes.ts';
import { CountBadge } from './count-badge.tsx';
import type { InboxCount } from './inbox-count.ts';
import { Logo } from './logo.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { RouteLink } from './route-link.tsx';

interface Props {
  readonly routes: readonly Route[] | null;
  readonly path: string;
  readonly session: Session;
  readonly count: InboxCount;
  readonly mini: boolean;
  readonly mobile: boolean;
  /** Without it, entries start at the top. */
  readonly logo: boolean;
  /** Temporary drawer: overlays the page until the user chooses an entry. */
  readonly over?: boolean;
  /** Toggles the mini drawer; closes a temporary one. */
  readonly onToggle: () => void;
  readonly t: HostText;
}

/** Navigation drawer: permitted pages, help, and on mobile the profile. */
export function Drawer({ over, ...props }: Props): ReactNode {
  if (!over) return <Entries {...props} />;
  return <Temporary {...props} />;
}

/** A modal dialog, so that the browser traps the focus and Escape closes it. */
function Temporary(props: Props): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect: its cleanup runs before the element leaves the document, so that the focus can return.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard equivalent of clicking beside the drawer
    <dialog
      ref={dialog}
      className="over"
      aria-label={props.t('host.main')}
      onClose={props.onToggle}
      onClick={(event) => {
        if (event.target === dialog.current) props.onToggle();
      }}
    >
      <Entries {...props} over />
    </dialog>
  );
}

function Entries({ routes, path, session, count, mini, mobile, logo, over, onToggle, t }: Props): ReactNode {
  const close = over ? onToggle : undefined;
  const topic = helpTopic(routeAt(routes ?? [INBOX], path)?.page, path, useSearch());
  return (
    <nav className="drawer" aria-label={t('host.main')}>
      {(logo || over) && (
        <div className="top">
          <Link className="logo" href="/inbox" aria-label={t('host.home')} onClick={close}>
            <Logo />
            <span>Verva</span>
          </Link>
          {over && <IconButton icon={X} label={t('host.closeMenu')} onClick={onToggle} />}
        </div>
      )}
      <ul className="pages">
        {offered(routes ?? [INBOX], mobile).map((route) => (
          <li key={route.path}>
            <Entry route={route} path={path} count={count} mini={mini} alone={mobile} onChoose={close} t={t} />
            {/* Tabs of the toolbar on larger screens. */}
            {mobile && <Below route={route} path={path} onChoose={close} t={t} />}
          </li>
        ))}
      </ul>
      <ul className="foot">
        {over && mobile && (
          <li>
            <ProfileMenu session={session} t={t} inDrawer />
          </li>
        )}
        <HelpEntry href={helpAddress(topic)} icon={CircleHelp} label={t('host.help')} mini={mini} t={t} />
        {session.tenant.helpUrl !== null && (
          <HelpEntry href={session.tenant.helpUrl} icon={LifeBuoy} label={t('host.helpCentre')} mini={mini} t={t} />
        )}
        {!over && (
          <li>
            <button
              type="button"
              className="entry"
              aria-expanded={!mini}
              title={mini ? t('host.expand') : undefined}
              aria-label={mini ? t('host.expand') : t('host.collapse')}
              onClick={onToggle}
            >
              <Icon of={mini ? PanelLeftOpen : PanelLeftClose} />
              <span className="cut grow">{t('host.collapse')}</span>
            </button>
          </li>
        )}
      </ul>
    </nav>
  );
}

interface HelpEntryProps extends Pick<Props, 'mini' | 't'> {
  readonly href: string;
  readonly icon: LucideIcon;
  readonly label: string;
}

/** Opens in a new tab, so that the work on the page stays (LAY-03). */
function HelpEntry({ href, icon, label, mini, t }: HelpEntryProps): ReactNode {
  return (
    <li>
      <a
        className="entry"
        href={href}
        target="_blank"
        rel="noreferrer"
        title={mini ? label : undefined}
        aria-label={`${label}, ${t('host.newTab')}`}
      >
        <Icon of={icon} />
        <span className="cut grow">{label}</span>
        {!mini && <Icon of={ArrowUpRight} size="s" />}
      </a>
    </li>
  );
}

interface EntryProps extends Pick<Props, 'path' | 't'> {
  readonly route: Route;
  readonly onChoose: (() => void) | undefined;
}

/** `alone`: its children have their own entries below it. */
function Entry({
  route,
  path,
  count,
  mini,
  alone,
  onChoose,
  t,
}: EntryProps & Pick<Props, 'count' | 'mini'> & { readonly alone: boolean }): ReactNode {
  const language = useLanguage();
  const title = titleOf(route, language, t('host.inbox'));
  const isInbox = route.path === INBOX.path;
  const isCurrent = alone ? isAt(route, path) : routeAt([route], path) !== undefined;
  return (
    <RouteLink
      className="entry"
      route={route}
      aria-current={isCurrent ? 'page' : undefined}
      title={mini ? title : undefined}
      onClick={onChoose}
    >
      <Icon of={namedIcon(route.icon)} />
      <span className="cut grow">{title}</span>
      {isInbox && <CountBadge count={count} quiet t={t} />}
      {isInbox && count.count > 0 && <span className="blip" />}
    </RouteLink>
  );
}

/** The other pages of a section, on mobile. */
function Below({ route, path, onChoose, t }: EntryProps): ReactNode {
  const language = useLanguage();
  const pages = offered(route.children, true);
  if (pages.length === 0) return null;
  return (
    <ul className="below">
      {pages.map((page) => (
        <li key={page.path}>
          <RouteLink
            className="entry"
            route={page}
            aria-current={isAt(page, path) ? 'page' : undefined}
            onClick={onChoose}
          >
            <span className="cut grow">{titleOf(page, language, t('host.inbox'))}</span>
          </RouteLink>
        </li>
      ))}
    </ul>
  );
}
