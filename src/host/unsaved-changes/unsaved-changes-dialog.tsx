import type { ReactNode } from 'react';
import { useMessages } from '../../shared/locale/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { unsavedChangesMessages } from './unsaved-changes.messages.ts';
import type { LeaveChoice } from './unsaved-changes.ts';

interface Props {
  /** The page has no drafts: keeping the changes saves them. */
  readonly saves: boolean;
  readonly onChoose: (choice: LeaveChoice) => void;
}

/** Choice to stay, keep the draft or discard (LAY-07). Escape stays. */
export function UnsavedChangesDialog({ saves, onChoose }: Props): ReactNode {
  const t = useMessages(unsavedChangesMessages);
  return (
    <Dialog
      title={t(saves ? 'unsaved.title' : 'title')}
      onClose={() => onChoose('stay')}
      footer={
        <>
          <Button kind="ghost-danger" onClick={() => onChoose('discard')}>
            {t('discard')}
          </Button>
          <Button onClick={() => onChoose('stay')}>{t('stay')}</Button>
          <Button kind="primary" onClick={() => onChoose('keep')}>
            {t(saves ? 'save' : 'keep')}
          </Button>
        </>
      }
    >
      <p>{t(saves ? 'unsaved' : 'text')}</p>
    </Dialog>
  );
}
