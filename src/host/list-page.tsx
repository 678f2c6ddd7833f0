import type { ReactNode } from 'react';
import type { Loaded } from '../shared/lists/loaded.ts';
import type { Translate } from '../shared/locale/index.ts';
import { Button } from '../shared/ui/button.tsx';
import { LoadFailed } from '../shared/ui/load-failed.tsx';
import { SearchBox } from '../shared/ui/search-box.tsx';
import { showProblem } from '../shared/ui/show-problem.ts';
import { Skeleton } from '../shared/ui/skeleton.tsx';

interface Props<Item> {
  readonly list: Loaded<{ readonly items: readonly Item[]; readonly total: number; readonly next: string | null }>;
  readonly onLoad: () => Promise<void>;
  readonly onMore: () => Promise<void>;
  readonly className: string;
  /** Introduction above the tools. */
  readonly about?: string;
  readonly q: string;
  readonly onSearch: (q: string) => void;
  /** Filters and actions, after the search. */
  readonly tools: ReactNode;
  readonly toolsClass: string;
  /** Whether sighted users read the number of found items too. */
  readonly showsCount?: boolean;
  /** Shown instead of the items when there are none. */
  readonly empty: ReactNode;
  readonly items: (items: readonly Item[]) => ReactNode;
  /** Dialogs of the page. */
  readonly children: ReactNode;
  readonly t: Translate<'denied' | 'denied.more' | 'failed' | 'retry' | 'search' | 'found' | 'more'>;
}

/** A page with a list that is loaded page by page: search and filters, items, and what is shown without them. */
export function ListPage<Item>({
  list,
  onLoad,
  onMore,
  className,
  about,
  q,
  onSearch,
  tools,
  toolsClass,
  showsCount = false,
  empty,
  items,
  children,
  t,
}: Props<Item>): ReactNode {
  const failed = list.status === 'failed' && <LoadFailed code={list.code} onRetry={() => void onLoad()} t={t} />;
  if (list.status === 'failed' && list.code === 'access.denied') return failed;
  return (
    <div className={`page ${className}`}>
      {about && <p className="second">{about}</p>}
      <div className={toolsClass}>
        <SearchBox label={t('search')} value={q} onSearch={onSearch} />
        {tools}
      </div>
      <p className={showsCount ? 's muted' : 'sr'} role="status">
        {list.status === 'ready' ? t('found', { count: list.total }) : ''}
      </p>
      {list.status === 'loading' && <Skeleton rows={8} />}
      {failed}
      {list.status === 'ready' && (list.items.length === 0 ? empty : items(list.items))}
      {list.status === 'ready' && list.next !== null && (
        <div className="row">
          <Button onClick={() => void onMore().catch(showProblem)}>{t('more')}</Button>
        </div>
      )}
      {children}
    </div>
  );
}
