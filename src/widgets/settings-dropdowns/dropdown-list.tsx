import { useSignals } from '@preact/signals-react/runtime';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMayEdit } from '../../shared/administration/editing.tsx';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { SearchBox } from '../../shared/ui/search-box.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import type { DropdownsStore } from './dropdowns.store.ts';
import type { DropdownsText } from './dropdowns-text.ts';

interface Props {
  readonly store: DropdownsStore;
  readonly onSearch: (q: string) => void;
  readonly onOpen: (id: string) => void;
  readonly onCreate: () => void;
  readonly t: DropdownsText;
}

/** All dropdowns by name, with a search field. */
export function DropdownList({ store, onSearch, onOpen, onCreate, t }: Props): ReactNode {
  useSignals();
  const mayEdit = useMayEdit();
  const { value: list } = store.list;
  const { value: opened } = store.opened;
  const openId = opened.status === 'none' ? null : opened.id;
  return (
    <section className="list-pane" aria-label={t('title')}>
      <div className="list-tools">
        <search className="grow">
          <SearchBox label={t('search')} value={store.q.value} onSearch={onSearch} />
        </search>
        {mayEdit && <IconButton kind="default" icon={Plus} label={t('create')} onClick={onCreate} />}
      </div>
      <p className="sr" role="status">
        {list.status === 'ready' && store.q.value ? t('found', { count: list.total }) : ''}
      </p>
      {list.status === 'loading' && <Skeleton rows={6} />}
      {list.status === 'failed' && <LoadFailed code={list.code} onRetry={() => void store.load()} t={t} />}
      {list.status === 'ready' && list.items.length === 0 && (
        <EmptyState
          title={store.q.value ? t('nothingFound') : t('empty')}
          text={store.q.value || !mayEdit ? undefined : t('empty.more')}
        >
          {!store.q.value && mayEdit && (
            <Button kind="primary" icon={Plus} onClick={onCreate}>
              {t('create')}
            </Button>
          )}
        </EmptyState>
      )}
      {list.status === 'ready' && list.items.length > 0 && (
        <div className="list">
          <ul>
            {list.items.map(({ id, name, options }) => (
              <li key={id}>
                <button
                  type="button"
                  className="item"
                  aria-current={id === openId ? 'true' : undefined}
                  onClick={() => onOpen(id)}
                >
                  <span className="name cut">{name}</span>
                  <span className="due">{t('options', { count: options })}</span>
                  <span className="meta mono cut">{id}</span>
                </button>
              </li>
            ))}
          </ul>
          {list.next !== null && (
            <div className="list-foot">
              <Button kind="ghost" onClick={() => store.more().catch(showProblem)}>
                {t('more')}
              </Button>
            </div>
          )}
        </div>
      )}
    </section>
  );
}
