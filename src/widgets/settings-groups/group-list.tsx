import { useSignals } from '@preact/signals-react/runtime';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { ImportButton } from '../../shared/imports/import-button.tsx';
import { IconButton } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { SearchBox } from '../../shared/ui/search-box.tsx';
import type { GroupsStore } from './groups.store.ts';
import type { GroupsText } from './groups-text.ts';

interface Props {
  readonly store: GroupsStore;
  readonly opened: string | null;
  readonly mayEdit: boolean;
  readonly onSearch: (q: string) => void;
  readonly onOpen: (id: string) => void;
  readonly onCreate: () => void;
  readonly onImport: () => void;
  readonly t: GroupsText;
}

/** All groups by name, with the number of active members; first those of the organisation, then those of the product. */
export function GroupList({ store, opened, mayEdit, onSearch, onOpen, onCreate, onImport, t }: Props): ReactNode {
  useSignals();
  const { value: found } = store.found;
  const q = store.q.value;
  return (
    <section className="list-pane" aria-label={t('title')}>
      <div className="list-tools">
        <search className="grow">
          <SearchBox label={t('search')} value={q} onSearch={onSearch} />
        </search>
        {mayEdit && (
          <>
            <ImportButton isIcon onClick={onImport} />
            <IconButton kind="default" icon={Plus} label={t('create')} onClick={onCreate} />
          </>
        )}
      </div>
      <p className="sr" role="status">
        {q ? t('found', { count: found.length }) : ''}
      </p>
      {found.length === 0 && <EmptyState title={t('nothingFound')} />}
      <div className="list">
        {(['custom', 'product'] as const).map((kind) => {
          const groups = found.filter((group) => group.kind === kind);
          return groups.length === 0 ? null : (
            <section key={kind} aria-label={t(`kind.${kind}`)}>
              <h2 className="eyebrow list-head">{t(`kind.${kind}`)}</h2>
              <ul>
                {groups.map(({ id, name, people }) => (
                  <li key={id}>
                    <button
                      type="button"
                      className="item"
                      aria-current={id === opened ? 'true' : undefined}
                      onClick={() => onOpen(id)}
                    >
                      <span className="name cut">{name}</span>
                      <span className="due">{t('people', { count: people })}</span>
                      <span className="meta mono cut">{id}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </section>
  );
}
