import { ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { linkOf } from '../../shared/contracts/menu.rules.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import type { Route } from '../routes.ts';
import { linkPageMessages } from './link-page.messages.ts';
import { NotFound } from './not-found.tsx';

/** The address of a menu entry that leads to another page, or to another system (RTE-08). */
export function LinkPage({ route }: { readonly route: Route }): ReactNode {
  const t = useMessages(linkPageMessages);
  const address = linkOf(route.params);
  if (address === null) return <NotFound page={route.path} />;
  if (address.startsWith('/')) return <Redirect to={address} replace />;
  return (
    <div className="middle">
      <EmptyState title={t('title')} text={address}>
        <a className="btn primary" href={address} target="_blank" rel="noreferrer">
          {t('open')}
          <Icon of={ArrowUpRight} />
        </a>
      </EmptyState>
    </div>
  );
}
