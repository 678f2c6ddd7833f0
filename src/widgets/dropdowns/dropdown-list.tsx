import { useSignals } from '@preact/signals-react/runtime';
import { Plus, Search } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { ControlBox } from '../../shared/ui/field.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { tellProblem } from '../../shared/ui/tell-problem.ts';
import type { DropdownsStore } from './dropdowns.store.ts';
import type { DropdownsText } from './dropdowns-text.ts';

interface Props {
  readonly store: DropdownsStore;
  readonly onOpen: (id: string) => void;
  readonly onCreate: () => void;
  readonly t: DropdownsText;
}

/** After the last key; each search is a question to the server. */
const SEARCH_MS = 250;

/** All dropdowns by name, with search. */
export function DropdownList({ store, onOpen, onCreate, t }: Props): ReactNode {
  useSignals();
  const { value: list } = store.list;
  const { value: opened } = store.opened;
  const openId = opened.status === 'none' ? null : opened.id;
  return (
    <section className="list-pane" aria-label={t('title')}>
      <div className="list-tools">
        <SearchField store={store} t={t} />
        <IconButton kind="default" icon={Plus} label={t('create')} onClick={onCreate} />
      </div>
      <p className="sr" role="status">
        {list.status === 'ready' && store.q.value ? t('found', { count: list.total }) : ''}
      </p>
      {list.status === 'loading' && <Skeleton rows={6} />}
      {list.status === 'failed' && <LoadFailed code={list.code} onRetry={() => void store.load()} t={t} />}
      {list.status === 'ready' && list.items.length === 0 && (
        <EmptyState
          title={store.q.value ? t('nothingFound') : t('empty')}
          text={store.q.value ? undefined : t('empty.more')}
        >
          {!store.q.value && (
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
              <Button kind="ghost" onClick={() => store.more().catch(tellProblem)}>
                {t('more')}
              </Button>
            </div>
          )}
        </div>
      )}
    </section>
  );
}

function SearchField({ store, t }: Pick<Props, 'store' | 't'>): ReactNode {
  const [text, setText] = useState(store.q.peek());
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);
  return (
    <search className="grow">
      <ControlBox>
        <Icon of={Search} />
        <input
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          autoComplete="off"
          maxLength={200}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            clearTimeout(waiting.current);
            waiting.current = setTimeout(() => store.search(event.target.value), SEARCH_MS);
          }}
        />
      </ControlBox>
    </search>
  );
}
