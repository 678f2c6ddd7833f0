import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
import { type Filter, printFilters } from '../contracts/filters.rules.ts';
import type { RecordListRow } from '../contracts/registries.contract.ts';
import type { SavedView } from '../contracts/views.contract.ts';
import { useMessages } from '../locale/index.ts';
import type { RecordsStore } from '../records/index.ts';
import { type createSavedViews, SavedViewChips } from '../saved-views/index.ts';
import { savedViewsMessages } from '../saved-views/saved-views.messages.ts';
import { isAdmin, shownSession } from '../session/index.ts';

interface Props {
  readonly saved: ReturnType<typeof createSavedViews>;
  readonly store: RecordsStore<RecordListRow>;
  /** Null: those of the registry. */
  readonly columns: readonly string[] | null;
  /** Users of tokens that cannot save views only choose one. */
  readonly maySave: boolean;
  readonly onShow: (view: SavedView | undefined) => void;
  /** The view that the page asked for does not exist. */
  readonly missesFirst: boolean;
}

/** Saved views of a registry. The address has what the list shows, so the chosen view is the one that shows the same. */
export function RegistryViews({ saved, store, columns, maySave, onShow, missesFirst }: Props): ReactNode {
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
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that is shown
    <div className="row row-6 registry-views" role="group" aria-label={t('views')}>
      {missesFirst && (
        <span className="s second" role="status">
          {t('missing')}
        </span>
      )}
      <SavedViewChips
        saved={saved}
        chosen={chosen}
        maySave={maySave}
        mayShare={user !== undefined && isAdmin(user)}
        onShow={(view) => onShow(view === chosen ? undefined : view)}
        onSave={async (name, audience) => {
          const definition = {
            filters: filters.map((one) => ({ ...one })),
            ...(sort === '' ? {} : { sort }),
            ...(columns ? { columns: [...columns] } : {}),
          };
          await saved.save(name, audience, definition);
        }}
        onRemoved={() => onShow(undefined)}
      />
    </div>
  );
}
