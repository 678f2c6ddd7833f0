import { useSignals } from '@preact/signals-react/runtime';
import { Check, Eye, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { call } from '../../shared/api/index.ts';
import type { EditedMenuItem } from '../../shared/contracts/menus.contract.ts';
import { textOf } from '../../shared/forms/definition.ts';
import { useLanguage, useMessages } from '../../shared/locale/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { useLoadedStore } from '../../shared/ui/use-loaded-store.ts';
import type { ConfirmDialogProps } from '../confirm-dialog.tsx';
import { DocumentWidget } from '../document-widget.tsx';
import type { EntryActions } from './entry-actions.ts';
import type { EntryDialogProps } from './entry-dialog.tsx';
import { menuItemsMessages } from './menu-items.messages.ts';
import { createMenuItems, flatEntries, type MenuItems, type MenuItemsStore } from './menu-items.store.ts';
import type { MenuItemsText } from './menu-items-text.ts';
import { MenuTree } from './menu-tree.tsx';
import type { Place } from './move.rules.ts';
import type { PreviewDialogProps } from './preview-dialog.tsx';
import type { RemovedDialogProps } from './removed-dialog.tsx';
import './menu-items.css';

const EntryDialog = containedPart<'EntryDialog', EntryDialogProps>(() => import('./entry-dialog.tsx'), 'EntryDialog');
const PreviewDialog = containedPart<'PreviewDialog', PreviewDialogProps>(
  () => import('./preview-dialog.tsx'),
  'PreviewDialog',
);
const RemovedDialog = containedPart<'RemovedDialog', RemovedDialogProps>(
  () => import('./removed-dialog.tsx'),
  'RemovedDialog',
);
const ConfirmDialog = containedPart<'ConfirmDialog', ConfirmDialogProps>(
  () => import('../confirm-dialog.tsx'),
  'ConfirmDialog',
);

type Open =
  | { readonly what: 'entry'; readonly entry: EditedMenuItem | null; readonly parent: EditedMenuItem | null }
  | { readonly what: 'remove'; readonly entry: EditedMenuItem }
  | { readonly what: 'preview' | 'removed' };

/** The menu of the organisation, for the provider (PRV-02). */
export function MenuItemsPage({ send = call }: { readonly send?: typeof call }): ReactNode {
  return (
    <DocumentWidget>
      <Settings send={send} />
    </DocumentWidget>
  );
}

function Settings({ send }: { readonly send: typeof call }): ReactNode {
  useSignals();
  const t = useMessages(menuItemsMessages);
  const store = useLoadedStore(() => createMenuItems({ send }));
  const [open, setOpen] = useState<Open | null>(null);
  const actions = useActions(store, setOpen, t);
  const state = store.state.value;
  if (state.status === 'loading') return <Skeleton rows={8} />;
  if (state.status === 'failed') return <LoadFailed code={state.code} onRetry={() => void store.load()} t={t} />;
  return (
    <div className="page menu-page">
      <div className="row wrap menu-head">
        <p className="s second grow menu-keys">{t('keys')}</p>
        <div className="row wrap">
          {state.removed.length > 0 && (
            <Button icon={Trash2} onClick={() => setOpen({ what: 'removed' })}>
              {t('bin')}
            </Button>
          )}
          <Button icon={Eye} onClick={() => setOpen({ what: 'preview' })}>
            {t('preview')}
          </Button>
          <Button kind="primary" icon={Plus} onClick={() => setOpen({ what: 'entry', entry: null, parent: null })}>
            {t('add')}
          </Button>
        </div>
      </div>
      <MenuTree items={state.items} {...actions} t={t} />
      {open && <Dialogs open={open} menu={state} store={store} onClose={() => setOpen(null)} t={t} />}
    </div>
  );
}

function useActions(store: MenuItemsStore, onOpen: (open: Open) => void, t: MenuItemsText): EntryActions {
  const language = useLanguage();
  const nameOf = (entry: EditedMenuItem) => textOf(entry.title, language) || entry.path;
  /** Moves an entry, and offers to move it back. */
  async function move(entry: EditedMenuItem, place: Place): Promise<void> {
    const undo = await store.move(entry, place);
    const action = { label: t('undo'), onSelect: () => void undo().catch(showProblem) };
    showSnack({ text: t('moved', { name: nameOf(entry) }), icon: Check, action });
  }
  return {
    onChange: (entry) => onOpen({ what: 'entry', entry, parent: null }),
    onAddBelow: (parent) => onOpen({ what: 'entry', entry: null, parent }),
    onMove: (entry, place) => void move(entry, place).catch(showProblem),
    onReset: (entry) =>
      void store
        .reset(entry)
        .then(() => showSnack({ text: t('changed', { name: nameOf(entry) }), icon: Check }))
        .catch(showProblem),
    onRemove: (entry) => onOpen({ what: 'remove', entry }),
  };
}

interface DialogsProps {
  readonly open: Open;
  readonly menu: MenuItems;
  readonly store: MenuItemsStore;
  readonly onClose: () => void;
  readonly t: MenuItemsText;
}

function Dialogs({ open, menu, store, onClose, t }: DialogsProps): ReactNode {
  const language = useLanguage();
  const removal = (entry: EditedMenuItem) => {
    const name = textOf(entry.title, language) || entry.path;
    const count = flatEntries(entry.children).length;
    return (
      <ConfirmDialog
        title={t('remove.title', { name })}
        text={[...(count > 0 ? [t('remove.below', { count })] : []), t('remove.more')].join(' ')}
        go={t('remove')}
        onAct={async () => {
          await store.remove(entry);
          const restore = () => void store.restore(entry.id).catch(showProblem);
          showSnack({ text: t('removed', { name }), action: { label: t('undo'), onSelect: restore } });
        }}
        onClose={onClose}
      />
    );
  };
  return (
    <Suspense>
      {open.what === 'entry' && <EntryDialog {...open} menu={menu} store={store} onClose={onClose} />}
      {open.what === 'remove' && removal(open.entry)}
      {open.what === 'preview' && <PreviewDialog menu={menu} store={store} onClose={onClose} />}
      {open.what === 'removed' && <RemovedDialog removed={menu.removed} store={store} onClose={onClose} />}
    </Suspense>
  );
}
