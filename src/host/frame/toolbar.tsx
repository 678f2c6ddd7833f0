import { Menu as MenuIcon } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Session } from '../../shared/contracts/session.contract.ts';
import { useLanguage } from '../../shared/locale/index.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import type { HostText } from '../host-text.ts';
import { isAt, type Route, titleOf } from '../routes.ts';
import { CountBadge } from './count-badge.tsx';
import type { InboxCount } from './inbox-count.ts';
import { ProfileMenu } from './profile-menu.tsx';

interface Props {
  readonly tabs: readonly Route[];
  readonly path: string;
  readonly session: Session;
  readonly count: InboxCount;
  readonly mobile: boolean;
  readonly onMenu: () => void;
  readonly t: HostText;
}

/** The tabs of the section and whose session it is; on mobile the menu's button and the title. */
export function Toolbar({ tabs, path, session, count, mobile, onMenu, t }: Props): ReactNode {
  const language = useLanguage();
  const current = tabs.find((tab) => isAt(tab, path)) ?? tabs[0];
  if (mobile) {
    return (
      <header className="toolbar">
        <IconButton icon={MenuIcon} label={t('host.openMenu')} aria-haspopup="dialog" onClick={onMenu} />
        <div className="grow row">
          <h1 className="t2 cut">{current ? titleOf(current, language, t('host.inbox')) : 'Verva'}</h1>
          {current?.page === 'inbox' && <CountBadge count={count} t={t} />}
        </div>
      </header>
    );
  }
  return (
    <header className="toolbar">
      <TabRow tabs={tabs} path={path} count={count} t={t} />
      <ProfileMenu session={session} t={t} />
    </header>
  );
}

/** Tabs that do not fit go into a menu (LAY-04). */
function TabRow({ tabs, path, count, t }: Pick<Props, 'tabs' | 'path' | 'count' | 't'>): ReactNode {
  const language = useLanguage();
  const [, navigate] = useLocation();
  const row = useRef<HTMLElement>(null);
  const fitting = useFitting(row, tabs.length);
  const rest = tabs.slice(fitting);
  return (
    <nav className="tabs grow" aria-label={t('host.section')} ref={row}>
      {tabs.map((tab, index) => (
        <Link
          key={tab.path}
          className="tab"
          href={tab.path}
          aria-current={isAt(tab, path) ? 'page' : undefined}
          hidden={index >= fitting}
        >
          {titleOf(tab, language, t('host.inbox'))}
          {tab.page === 'inbox' && <CountBadge count={count} t={t} />}
        </Link>
      ))}
      {rest.length > 0 && (
        <Menu
          label={t('host.more')}
          items={rest.map((tab) => ({
            id: tab.path,
            label: titleOf(tab, language, t('host.inbox')),
            onSelect: () => navigate(tab.path),
          }))}
          trigger={(button) => (
            <Button kind="ghost" {...button}>
              {t('host.more')}
            </Button>
          )}
        />
      )}
    </nav>
  );
}

const MORE_WIDTH = 96;

/** How many children fit beside each other, measured when the row or the number of tabs changes. */
function useFitting(row: React.RefObject<HTMLElement | null>, total: number): number {
  const [fitting, setFitting] = useState(total);
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
  }, [row, total]);
  return Math.min(fitting, total);
}
