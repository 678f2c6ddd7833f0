import { useSignals } from '@preact/signals-react/runtime';
import { ChartColumn, Columns3, Download, ListFilter } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { density as pageDensity } from '../../shared/page/display.ts';
import { SavedViewChips } from '../../shared/saved-views/index.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { downloadFile } from '../../shared/ui/download-file.ts';
import type { FilterColumn } from '../../shared/ui/filters/columns.ts';
import { Popover } from '../../shared/ui/popover.tsx';
import { SearchBox } from '../../shared/ui/search-box.tsx';
import { COLUMNS, type Column } from './columns.ts';
import { DEFAULT_VIEWS, isDefaultView } from './default-views.ts';
import type { TasksStore } from './tasks.store.ts';
import type { TasksText } from './tasks-text.ts';

const FilterDialog = containedPart(() => import('./filter-dialog.tsx'), 'FilterDialog');

interface Props {
  readonly store: TasksStore;
  readonly columns: readonly FilterColumn[];
  readonly t: TasksText;
  readonly isAdmin: boolean;
  readonly isLoadOpen: boolean;
  readonly onLoad: () => void;
}

/** Saved views, search, and the layout of the table. */
export function Tools({ store, columns, t, isAdmin, isLoadOpen, onLoad }: Props): ReactNode {
  useSignals();
  const [dialog, setDialog] = useState<'filters' | null>(null);
  const [busy, setBusy] = useState(false);
  const { filters, view: chosen } = store.asked.value;

  async function download() {
    setBusy(true);
    await downloadFile(() => store.fileAddress(), t('export.started'));
    setBusy(false);
  }

  return (
    <div className="views">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would break the row */}
      <div className="row row-4 grow view-chips" role="group" aria-label={t('views')}>
        {DEFAULT_VIEWS.map((view) => (
          <button
            key={view.name}
            type="button"
            className="chip"
            aria-pressed={isDefaultView(store.asked.value, view)}
            onClick={() => void store.showView(view)}
          >
            {t(`views.${view.name}`)}
          </button>
        ))}
        <SavedViewChips
          saved={store.savedViews}
          chosen={store.savedViews.find(chosen)}
          mayShare={isAdmin}
          onShow={(view) => void store.showView(view)}
          onSave={(name, audience) => store.saveView(name, audience)}
          onRemoved={() => void store.ask({ view: null })}
        />
      </div>
      <SearchBox
        className="search"
        label={t('search.label')}
        placeholder={t('search')}
        value={store.asked.value.q}
        onSearch={(q) => void store.ask({ q })}
      />
      <IconButton
        icon={ListFilter}
        className={store.isFolded.value ? undefined : 'only-narrow'}
        label={t('filtered', { count: filters.length })}
        onClick={() => setDialog('filters')}
      />
      <IconButton icon={ChartColumn} label={t('load')} aria-pressed={isLoadOpen} onClick={onLoad} />
      <Popover
        label={t('columns')}
        align="end"
        trigger={(opener) => <IconButton {...opener} icon={Columns3} label={t('columns')} className="only-wide" />}
      >
        {() => <LayoutForm store={store} t={t} />}
      </Popover>
      <Button icon={Download} busy={busy} onClick={() => void download()} className="export" aria-label={t('export')}>
        <span className="only-wide">{t('export')}</span>
      </Button>
      <Suspense>
        {dialog === 'filters' && <FilterDialog store={store} columns={columns} t={t} onClose={() => setDialog(null)} />}
      </Suspense>
    </div>
  );
}

function LayoutForm({ store, t }: { readonly store: TasksStore; readonly t: TasksText }): ReactNode {
  useSignals();
  const { columns, density } = store.layout.value;
  const toggle = (column: Column, on: boolean) =>
    store.setLayout({ columns: COLUMNS.filter((one) => (one === column ? on : columns.includes(one))) });
  return (
    <>
      <fieldset className="stack">
        <legend className="label">{t('columns.shown')}</legend>
        {COLUMNS.map((column) => (
          <label key={column} className="tick">
            <input
              type="checkbox"
              className="check"
              checked={columns.includes(column)}
              // Without its name a task could not be opened.
              disabled={column === 'name'}
              onChange={(event) => toggle(column, event.target.checked)}
            />
            <span>{t(`column.${column}`)}</span>
          </label>
        ))}
      </fieldset>
      <fieldset className="stack">
        <legend className="label">{t('density')}</legend>
        {(['dense', 'comfortable'] as const).map((one) => (
          <label key={one} className="tick">
            <input
              type="radio"
              name="density"
              className="check round"
              checked={(density ?? pageDensity.value) === one}
              onChange={() => store.setLayout({ density: one })}
            />
            <span>{t(`density.${one}`)}</span>
          </label>
        ))}
      </fieldset>
    </>
  );
}
