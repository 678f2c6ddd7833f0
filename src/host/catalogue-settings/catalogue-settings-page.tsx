import { useSignals } from '@preact/signals-react/runtime';
import { Check, FolderPlus, Plus } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { call } from '../../shared/api/index.ts';
import { textOf } from '../../shared/forms/definition.ts';
import { useLanguage, useMessages } from '../../shared/locale/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { useLoadedStore } from '../../shared/ui/use-loaded-store.ts';
import type { ConfirmDialogProps } from '../confirm-dialog.tsx';
import { DocumentWidget } from '../document-widget.tsx';
import { catalogueSettingsMessages } from './catalogue-settings.messages.ts';
import {
  type CatalogueSettings,
  type CatalogueSettingsStore,
  createCatalogueSettings,
} from './catalogue-settings.store.ts';
import type { CatalogueSettingsText } from './catalogue-settings-text.ts';
import type { CategoryDialogProps } from './category-dialog.tsx';
import { CategorySection } from './category-section.tsx';
import type { ItemDialogProps } from './item-dialog.tsx';
import { itemTitle } from './item-row.tsx';
import type { Open } from './open-dialog.ts';
import './catalogue-settings.css';

const ItemDialog = containedPart<'ItemDialog', ItemDialogProps>(() => import('./item-dialog.tsx'), 'ItemDialog');
const CategoryDialog = containedPart<'CategoryDialog', CategoryDialogProps>(
  () => import('./category-dialog.tsx'),
  'CategoryDialog',
);
const ConfirmDialog = containedPart<'ConfirmDialog', ConfirmDialogProps>(
  () => import('../confirm-dialog.tsx'),
  'ConfirmDialog',
);

/** What users can start, for the provider (CAT-01). */
export function CatalogueSettingsPage({ send = call }: { readonly send?: typeof call }): ReactNode {
  return (
    <DocumentWidget>
      <Settings send={send} />
    </DocumentWidget>
  );
}

function Settings({ send }: { readonly send: typeof call }): ReactNode {
  useSignals();
  const t = useMessages(catalogueSettingsMessages);
  const store = useLoadedStore(() => createCatalogueSettings({ send }));
  const [open, setOpen] = useState<Open | null>(null);
  const state = store.state.value;
  if (state.status === 'loading') return <Skeleton rows={8} />;
  if (state.status === 'failed') return <LoadFailed code={state.code} onRetry={() => void store.load()} t={t} />;
  const withoutCategory = state.items.filter(({ category }) => category === null);
  const isEmpty = state.categories.length === 0 && state.items.length === 0;
  return (
    <div className="page cat-page">
      <div className="row wrap cat-head">
        <p className="second grow">{t('about')}</p>
        <div className="row">
          <Button icon={FolderPlus} onClick={() => setOpen({ what: 'category', category: null })}>
            {t('category.add')}
          </Button>
          <Button kind="primary" icon={Plus} onClick={() => setOpen({ what: 'item', item: null, category: null })}>
            {t('item.add')}
          </Button>
        </div>
      </div>
      {isEmpty && <EmptyState title={t('empty')} text={t('empty.more')} />}
      {state.categories.map((category) => (
        <CategorySection
          key={category.id}
          category={category}
          items={state.items.filter((item) => item.category === category.id)}
          settings={state}
          store={store}
          onOpen={setOpen}
          t={t}
        />
      ))}
      {withoutCategory.length > 0 && (
        <CategorySection
          category={null}
          items={withoutCategory}
          settings={state}
          store={store}
          onOpen={setOpen}
          t={t}
        />
      )}
      {open && <Dialogs open={open} settings={state} store={store} onClose={() => setOpen(null)} t={t} />}
    </div>
  );
}

interface DialogsProps {
  readonly open: Open;
  readonly settings: CatalogueSettings;
  readonly store: CatalogueSettingsStore;
  readonly onClose: () => void;
  readonly t: CatalogueSettingsText;
}

function Dialogs({ open, settings, store, onClose, t }: DialogsProps): ReactNode {
  const language = useLanguage();
  const confirm = (name: string, text: string, remove: () => Promise<void>) => (
    <ConfirmDialog
      title={t('remove.title', { name })}
      text={text}
      go={t('remove')}
      onAct={async () => {
        await remove();
        showSnack({ text: t('removed', { name }), icon: Check });
      }}
      onClose={onClose}
    />
  );
  return (
    <Suspense>
      {open.what === 'item' && <ItemDialog {...open} store={store} settings={settings} onClose={onClose} />}
      {open.what === 'category' && <CategoryDialog {...open} store={store} onClose={onClose} />}
      {open.what === 'removeItem' &&
        confirm(itemTitle(open.item, settings, language), t('remove.item'), () => store.removeItem(open.item))}
      {open.what === 'removeCategory' &&
        confirm(textOf(open.category.title, language), t('remove.category'), () => store.removeCategory(open.category))}
    </Suspense>
  );
}
