import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
import { type Filter, printFilters } from '../../shared/contracts/filters.rules.ts';
import type { RecordListRow } from '../../shared/contracts/registries.contract.ts';
import type { SavedView } from '../../shared/contracts/views.contract.ts';
import { useMessages } from '../../shared/locale/index.ts';
import type { RecordsStore } from '../../shared/records/index.ts';
import { type createSavedViews, SavedViewChips } from '../../shared/saved-views/index.ts';
import { savedViewsMessages } from '../../shared/saved-views/saved-views.messages.ts';
import { isAdmin, shownSession } from '../../shared/session/index.ts';

interface Props {
  readonly saved: ReturnType<typeof createSavedViews>;
  readonly store: RecordsStore<RecordListRow>;
  /** Null: those of the registry. */
  readonly columns: readonly string[] | null;
  readonly onColumns: (columns: readonly string[] | null) => void;
}

/** Saved views of a registry. The address has what the list shows, so the chosen view is the one that shows the same. */
export function RegistryViews({ saved, store, columns, onColumns }: Props): ReactNode {
  useSignals();
  const t = useMessages(savedViewsMessages);
  const { filters, sort, q } = store.asked.value;
  const user = shownSession.value?.user;
  const isShown = ({ definition }: SavedView) =>
    q === '' &&
    printFilters(definition.filters as Filter[]) === printFilters(filters) &&
    (definition.sort ?? '') === sort &&
    (definition.columns ?? []).join() === (columns ?? []).join();
  const chosen = saved.views.value.find(isShown);
  const show = (view: SavedView | undefined) => {
    const { filters: wanted = [], sort: order = '', columns: shown = null } = view?.definition ?? {};
    onColumns(shown);
    void store.ask({ filters: wanted as Filter[], sort: order, q: '' });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that is shown
    <div className="row row-6 registry-views" role="group" aria-label={t('views')}>
      <SavedViewChips
        saved={saved}
        chosen={chosen}
        mayShare={user !== undefined && isAdmin(user)}
        onShow={(view) => show(view === chosen ? undefined : view)}
        onSave={async (name, audience) => {
          const definition = {
            filters: filters.map((one) => ({ ...one })),
            ...(sort === '' ? {} : { sort }),
            ...(columns ? { columns: [...columns] } : {}),
          };
          await saved.save(name, audience, definition);
        }}
        onRemoved={() => show(undefined)}
      />
    </div>
  );
}
