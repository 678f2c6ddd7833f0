import type { ReactNode } from 'react';
import { useMessages } from '../../shared/locale/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { leaveMessages } from './leave.messages.ts';
import type { LeaveChoice } from './leaving.ts';

/** Stay, leave and keep the draft, or discard (LAY-07). Escape stays. */
export function LeaveDialog({ onChoose }: { readonly onChoose: (choice: LeaveChoice) => void }): ReactNode {
  const t = useMessages(leaveMessages);
  return (
    <Dialog
      title={t('title')}
      onClose={() => onChoose('stay')}
      footer={
        <>
          <Button kind="ghost-danger" onClick={() => onChoose('discard')}>
            {t('discard')}
          </Button>
          <Button onClick={() => onChoose('stay')}>{t('stay')}</Button>
          <Button kind="primary" onClick={() => onChoose('keep')}>
            {t('keep')}
          </Button>
        </>
      }
    >
      <p>{t('text')}</p>
    </Dialog>
  );
}
