import { useSignals } from '@preact/signals-react/runtime';
import { CloudCheck, CloudOff, CloudUpload, type LucideIcon, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { UNDO_MS } from '../contracts/constants.ts';
import { formatTime } from '../locale/dates.ts';
import { useMessages } from '../locale/index.ts';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { dismissSnack, showSnack } from '../ui/snackbar.ts';
import { draftMessages } from './draft.messages.ts';
import type { DraftKeeper, DraftState } from './draft.store.ts';
import type { DraftText } from './draft-text.ts';

/** Save state of the draft next to the outcomes; empty without input. */
export function DraftNote({ keeper }: { readonly keeper: DraftKeeper }): ReactNode {
  useSignals();
  const t = useMessages(draftMessages);
  const note = noteOf(keeper.state.value, t);
  if (!note) return null;

  const discard = async () => {
    try {
      const typed = await keeper.discard();
      const snack = showSnack({
        text: t('discarded'),
        timeout: UNDO_MS,
        action: {
          label: t('undo'),
          onSelect: () => {
            dismissSnack(snack);
            keeper.restore(typed);
          },
        },
      });
    } catch {
      // Nothing is lost: the draft is kept, on screen too.
      showSnack({ text: t('discardFailed'), color: 'red' });
    }
  };
  return (
    <span className="draft-note">
      {/* Not announced at each pause in typing; a lost connection is. */}
      <span
        className={note.isFault ? 'row s tone-amber' : 'row s second'}
        role={note.isFault ? 'status' : undefined}
        title={note.text}
      >
        <Icon of={note.icon} />
        <span className={note.isFault ? undefined : 'cut'}>{note.text}</span>
      </span>
      <IconButton icon={Trash2} label={t('discard')} onClick={() => void discard()} />
    </span>
  );
}

function noteOf(state: DraftState, t: DraftText): { icon: LucideIcon; text: string; isFault?: boolean } | null {
  switch (state.status) {
    case 'none':
    case 'stopped':
      return null;
    case 'waiting':
    case 'saving':
      return { icon: CloudUpload, text: t('saving') };
    case 'kept':
      return { icon: CloudCheck, text: t('kept', { time: formatTime(state.at) }) };
    case 'offline':
      return { icon: CloudOff, text: state.isLocal ? t('local') : t('unsent'), isFault: true };
  }
}
