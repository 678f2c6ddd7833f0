import { Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { COMMENT_MAX, UNDO_MS } from '../../shared/contracts/constants.ts';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { TextField } from '../../shared/ui/text-field.tsx';
import { useSaving } from '../../shared/ui/use-saving.ts';
import type { RequestsStore } from './requests.store.ts';
import type { RequestsText } from './requests-text.ts';

interface Props {
  readonly store: RequestsStore;
  readonly onClose: () => void;
  readonly t: RequestsText;
}

/** Asks for the reason, and withdraws the open request after the time to undo. */
export function WithdrawDialog({ store, onClose, t }: Props): ReactNode {
  const [reason, setReason] = useState('');
  const saving = useSaving();
  const isMissing = reason.trim() === '';

  async function withdraw(): Promise<void> {
    const held = await store.withdraw(reason.trim());
    onClose();
    showSnack({
      text: t('withdrawing'),
      icon: Undo2,
      timeout: UNDO_MS,
      ...(held ? { action: { label: t('undo'), onSelect: () => void store.undo(held.id).catch(showProblem) } } : {}),
    });
  }

  return (
    <FormDialog
      title={t('withdraw.title')}
      cancel={t('cancel')}
      go={t('withdraw')}
      kind="danger"
      isSaving={saving.isSaving}
      error={saving.error}
      isChanged={!isMissing}
      onSubmit={() => void saving.save(withdraw, !isMissing)}
      onClose={onClose}
    >
      <p className="s">{t('withdraw.effect')}</p>
      <TextField
        label={t('reason')}
        required
        error={saving.isTried && isMissing ? t('reason.required') : undefined}
        announces
        rows={3}
        maxLength={COMMENT_MAX}
        value={reason}
        onChange={setReason}
      />
    </FormDialog>
  );
}
