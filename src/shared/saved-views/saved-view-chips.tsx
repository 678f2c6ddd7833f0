import { useSignals } from '@preact/signals-react/runtime';
import { Lock, Plus, Trash2, Users } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { SavedView } from '../contracts/views.contract.ts';
import { useMessages } from '../locale/index.ts';
import { IconButton } from '../ui/button.tsx';
import { containedPart } from '../ui/contained-part.tsx';
import { Icon } from '../ui/icon.tsx';
import { savedViewsMessages } from './saved-views.messages.ts';
import type { SavedViews } from './saved-views.store.ts';

const SaveViewDialog = containedPart(() => import('./save-view-dialog.tsx'), 'SaveViewDialog');
const RemoveViewDialog = containedPart(() => import('./remove-view-dialog.tsx'), 'RemoveViewDialog');

interface Props {
  readonly saved: SavedViews;
  /** The view that the list shows. */
  readonly chosen: SavedView | undefined;
  /** False: views can be chosen only. */
  readonly maySave?: boolean;
  /** Administrators can save views for everyone. */
  readonly mayShare: boolean;
  readonly onShow: (view: SavedView) => void;
  /** Saves what the list shows. */
  readonly onSave: (name: string, audience: 'private' | 'tenant') => Promise<void>;
  readonly onRemoved?: () => void;
}

/** The saved views of a list as buttons, with one that saves what is shown (BEY-19). */
export function SavedViewChips(props: Props): ReactNode {
  useSignals();
  const { saved, chosen, maySave = true, mayShare, onShow, onSave, onRemoved } = props;
  const t = useMessages(savedViewsMessages);
  const [dialog, setDialog] = useState<'save' | 'remove' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      {saved.views.value.map((view) => (
        <button
          key={view.id}
          type="button"
          className="chip"
          aria-pressed={chosen?.id === view.id}
          onClick={() => onShow(view)}
        >
          <Icon of={view.audience === 'private' ? Lock : Users} size="s" />
          <span className="cut">{view.name}</span>
        </button>
      ))}
      {maySave && <IconButton icon={Plus} small label={t('save')} onClick={() => setDialog('save')} />}
      {maySave && chosen?.mayEdit && (
        <IconButton
          icon={Trash2}
          small
          label={t('remove', { name: chosen.name })}
          onClick={() => setDialog('remove')}
        />
      )}
      <Suspense>
        {dialog === 'save' && <SaveViewDialog mayShare={mayShare} onSave={onSave} onClose={close} t={t} />}
        {dialog === 'remove' && chosen && (
          <RemoveViewDialog
            t={t}
            view={chosen}
            onRemove={async () => {
              await saved.remove(chosen);
              onRemoved?.();
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}
