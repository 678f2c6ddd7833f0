import { ChevronDown, Menu as MenuIcon } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { Session } from '../../shared/contracts/session.contract.ts';
import { useLanguage } from '../../shared/locale/index.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import type { HostText } from '../host-text.ts';
import { firstPage, INBOX, type Route, routeAt, titleOf } from '../routes.ts';
import { CountBadge } from './count-badge.tsx';
import type { InboxCount } from './inbox-count.ts';
import { ProfileMenu } from './profile-menu.tsx';
import { RouteLink } from './route-link.tsx';

interface Props {
  readonly tabs: readonly Route[];
  readonly path: string;
  /** Page title, the heading on mobile. */
  readonly title: string;
  readonly heading?: Ref<HTMLHeadingElement>;
  readonly session: Session;
  readonly count: InboxCount;
  readonly mobile: boolean;
  /** Leads back to the beginning of what was scrolled. */
  readonly toTop?: ReactNode;
  /** Opens the temporary drawer where no other drawer is shown. */
  readonly onMenu: (() => void) | undefined;
  readonly t: HostText;
}

/** Tabs of the section, or its title if there is only one, and the profile menu; on mobile the menu button and the title. */
export function Toolbar({ tabs, path, title, heading, session, count, mobile, toTop, onMenu, t }: Props): ReactNode {
  const menu = onMenu && (
    <IconButton icon={MenuIcon} label={t('host.openMenu')} aria-haspopup="dialog" onClick={onMenu} />
  );
  if (mobile) {
    return (
      <header className="toolbar">
        {menu}
        <div className="grow row">
          <h1 className="t2 cut" ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {path === INBOX.path && <CountBadge count={count} t={t} />}
        </div>
        {toTop}
      </header>
    );
  }
  return (
    <header className="toolbar">
      {menu}
      {tabs.length === 1 ? (
        <div className="grow row title">
          {/* The page has a heading with this text for screen readers. */}
          <span className="t2 cut" aria-hidden="true">
            {title}
          </span>
          {path === INBOX.path && <CountBadge count={count} t={t} />}
        </div>
      ) : (
        <TabRow tabs={tabs} path={path} count={count} t={t} />
      )}
      {toTop}
      <ProfileMenu session={session} t={t} />
    </header>
  );
}

type RowProps = Pick<Props, 'tabs' | 'path' | 'count' | 't'>;

/** Tabs; those that do not fit move into a menu (LAY-04). */
function TabRow({ tabs, path, count, t }: RowProps): ReactNode {
  const language = useLanguage();
  const row = useRef<HTMLElement>(null);
  const [, navigate] = useLocation();
  const fitting = useFitting(row, tabs.length);
  const rest = tabs.slice(fitting);
  return (
    <nav className="tabs grow" aria-label={t('host.section')} ref={row}>
      {tabs.map((tab, index) => {
        const begins = index > 0 && tab.tabGroup !== tabs[index - 1]?.tabGroup;
        const { path: target } = firstPage(tab);
        const isCurrent = routeAt([tab], path) !== undefined;
        return (
          <RouteLink
            key={tab.path}
            className={begins ? 'tab begins' : 'tab'}
            route={tab}
            aria-current={isCurrent ? (target === path ? 'page' : 'true') : undefined}
            hidden={index >= fitting}
          >
            {titleOf(tab, language, t('host.inbox'))}
            {tab.path === INBOX.path && <CountBadge count={count} t={t} />}
          </RouteLink>
        );
      })}
      {rest.length > 0 && (
        <Menu
          label={t('host.more')}
          items={rest.map((tab) => ({
            id: tab.path,
            label: titleOf(tab, language, t('host.inbox')),
            checked: routeAt([tab], path) !== undefined,
            onSelect: () => navigate(firstPage(tab).path),
          }))}
          trigger={(button) => (
            <Button kind="ghost" {...button} aria-current={rest.some((tab) => routeAt([tab], path)) || undefined}>
              {t('host.more')}
              <Icon of={ChevronDown} size="s" />
            </Button>
          )}
        />
      )}
    </nav>
  );
}

type SubBarProps = Pick<Props, 'path' | 't'> & { readonly pages: readonly Route[]; readonly label: string };

/** Pages of the current tab, in a bar below the toolbar that scrolls sideways where they do not fit. */
export function SubBar({ pages, label, path, t }: SubBarProps): ReactNode {
  const language = useLanguage();
  const bar = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is current
  useEffect(() => {
    bar.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [path]);
  return (
    <nav className="subbar tabs" aria-label={label} ref={bar}>
      {pages.map((page) => (
        <RouteLink
          key={page.path}
          className="tab"
          route={page}
          aria-current={routeAt([page], path) ? 'page' : undefined}
        >
          {titleOf(page, language, t('host.inbox'))}
        </RouteLink>
      ))}
    </nav>
  );
}

const MORE_WIDTH = 96;

/** Number of children that fit in the row, measured when its width or their number changes. */
function useFitting(row: React.RefObject<HTMLElement | null>, total: number): number {
  const [fitting, setFitting] = useState(total);
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: texts of another language have other widths
  useLayoutEffect(() => {
    const element = row.current;
    if (!element) return;
    const measure = () => {
      const links = [...element.querySelectorAll<HTMLElement>('.tab')].slice(0, total);
      for (const link of links) link.hidden = false;
      let used = 0;
      let count = 0;
      for (const link of links) {
        used += link.offsetWidth + 4;
        const reserve = count + 1 < links.length ? MORE_WIDTH : 0;
        if (used + reserve > element.clientWidth) break;
        count += 1;
      }
      links.forEach((link, index) => {
        link.hidden = index >= count;
      });
      setFitting(count);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [row, total, language]);
  return Math.min(fitting, total);
}
