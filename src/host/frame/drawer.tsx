import { ArrowUpRight, CircleHelp, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { Session } from '../../shared/contracts/session.contract.ts';
import { useLanguage } from '../../shared/locale/index.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { namedIcon } from '../../shared/ui/named-icon.ts';
import type { HostText } from '../host-text.ts';
import { INBOX, type Route, routeAt, titleOf } from '../routes.ts';
import { CountBadge } from './count-badge.tsx';
import type { InboxCount } from './inbox-count.ts';
import { Logo } from './logo.tsx';
import { ProfileMenu } from './profile-menu.tsx';

interface Props {
  readonly routes: readonly Route[] | null;
  readonly path: string;
  readonly session: Session;
  readonly count: InboxCount;
  readonly mini: boolean;
  /** The temporary drawer of mobile, over the page. */
  readonly over?: boolean;
  /** Mini and back; closes the temporary one. */
  readonly onToggle: () => void;
  readonly t: HostText;
}

/** Where one can go: the permitted pages, help, and on mobile the profile. */
export function Drawer({ over, ...props }: Props): ReactNode {
  if (!over) return <Entries {...props} />;
  return <Temporary {...props} />;
}

/** A modal dialog, so that the browser keeps the focus inside and Escape closes it. */
function Temporary(props: Props): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does by key what a press beside it does
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

function Entries({ routes, path, session, count, mini, over, onToggle, t }: Props): ReactNode {
  const language = useLanguage();
  return (
    <nav className="drawer" aria-label={t('host.main')}>
      <Link className="logo" href="/inbox" aria-label={t('host.home')} onClick={over ? onToggle : undefined}>
        <Logo />
        <span>Verva</span>
      </Link>
      <ul>
        {(routes ?? [INBOX])
          .filter((route) => !route.hidden)
          .map((route) => {
            const title = titleOf(route, language, t('host.inbox'));
            const current = route.path === path || routeAt(route.children, path) !== undefined;
            const isInbox = route.page === 'inbox';
            return (
              <li key={route.path}>
                <Link
                  className="entry"
                  href={route.path}
                  aria-current={current ? 'page' : undefined}
                  title={mini ? title : undefined}
                  aria-label={mini ? title : undefined}
                  onClick={over ? onToggle : undefined}
                >
                  <Icon of={namedIcon(route.icon)} />
                  <span className="cut grow">{title}</span>
                  {isInbox && <CountBadge count={count} quiet t={t} />}
                  {isInbox && count.count > 0 && <span className="blip" />}
                </Link>
              </li>
            );
          })}
      </ul>
      <ul className="foot">
        {over && (
          <li>
            <ProfileMenu session={session} t={t} inDrawer />
          </li>
        )}
        <li>
          <a
            className="entry"
            href={session.tenant.helpUrl}
            target="_blank"
            rel="noreferrer"
            title={mini ? t('host.help') : undefined}
            aria-label={`${t('host.help')}, ${t('host.newTab')}`}
          >
            <Icon of={CircleHelp} />
            <span className="cut grow">{t('host.help')}</span>
            {!mini && <Icon of={ArrowUpRight} size="s" />}
          </a>
        </li>
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
