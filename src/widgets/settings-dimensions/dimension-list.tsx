import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMayEdit } from '../../shared/administration/editing.tsx';
import type { Dimension } from '../../shared/contracts/reference-data.contract.ts';
import { ImportButton } from '../../shared/imports/import-button.tsx';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { SearchBox } from '../../shared/ui/search-box.tsx';
import { ActiveStatus } from './active-status.tsx';
import type { DimensionsText } from './dimensions-text.ts';

interface Props {
  readonly dimensions: readonly Dimension[];
  readonly q: string;
  readonly opened: string | null;
  readonly onSearch: (q: string) => void;
  readonly onOpen: (id: string) => void;
  readonly onCreate: () => void;
  readonly onImport: () => void;
  readonly t: DimensionsText;
}

/** All dimensions by name, with a search field. */
export function DimensionList({ dimensions, q, opened, onSearch, onOpen, onCreate, onImport, t }: Props): ReactNode {
  const mayEdit = useMayEdit();
  return (
    <section className="list-pane" aria-label={t('title')}>
      <div className="list-tools">
        <search className="grow">
          <SearchBox label={t('search')} value={q} onSearch={onSearch} />
        </search>
        <ImportButton isIcon onClick={onImport} />
        {mayEdit && <IconButton kind="default" icon={Plus} label={t('create')} onClick={onCreate} />}
      </div>
      <p className="sr" role="status">
        {q ? t('found', { count: dimensions.length }) : ''}
      </p>
      {dimensions.length === 0 && (
        <EmptyState title={t(q ? 'nothingFound' : 'empty')} text={q || !mayEdit ? undefined : t('empty.more')}>
          {!q && mayEdit && (
            <Button kind="primary" icon={Plus} onClick={onCreate}>
              {t('create')}
            </Button>
          )}
        </EmptyState>
      )}
      {dimensions.length > 0 && (
        <div className="list">
          <ul>
            {dimensions.map(({ id, code, name, active }) => (
              <li key={id}>
                <button
                  type="button"
                  className="item"
                  aria-current={id === opened ? 'true' : undefined}
                  onClick={() => onOpen(id)}
                >
                  <span className="name cut">{name}</span>
                  <span className="due">
                    <ActiveStatus active={active} t={t} />
                  </span>
                  <span className="meta mono cut">{code}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
