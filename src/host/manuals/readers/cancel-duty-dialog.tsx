import { type ReactNode, useState } from 'react';
import type { call } from '../../../shared/api/index.ts';
import type { ManualReportLine } from '../../../shared/contracts/manual-lists.contract.ts';
import { useMessages } from '../../../shared/locale/index.ts';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { showSnack } from '../../../shared/ui/snackbar.ts';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useSaving } from '../../../shared/ui/use-saving.ts';
import { reportMessages } from './report.messages.ts';
import { cancelReadingFor } from './report.store.ts';

interface Props {
  readonly send: typeof call;
  readonly line: ManualReportLine;
  readonly onClose: (isDone: boolean) => void;
}

/** Cancels a user's duty to read; the reason is kept in the report. */
export function CancelReadingDialog({ send, line, onClose }: Props): ReactNode {
  const t = useMessages(reportMessages);
  const [reason, setReason] = useState('');
  const saving = useSaving();
  const { name } = line.user;
  const fault =
    saving.isTried && reason.trim() === '' ? t('fault.required', { attribute: t('cancel.reason') }) : undefined;
  async function cancel(): Promise<void> {
    await cancelReadingFor(send, line.id, reason.trim());
    showSnack(t('cancel.done', { name }));
    onClose(true);
  }
  return (
    <FormDialog
      title={t('cancel.title')}
      cancel={t('close')}
      go={t('cancel')}
      kind="danger"
      isSaving={saving.isSaving}
      error={saving.error}
      isChanged={reason !== ''}
      onSubmit={() => void saving.save(cancel, reason.trim() !== '')}
      onClose={() => onClose(false)}
    >
      <p className="s">{t('cancel.text', { name, manual: line.title })}</p>
      <TextField
        label={t('cancel.reason')}
        required
        error={fault}
        announces
        rows={2}
        maxLength={500}
        value={reason}
        onChange={setReason}
      />
    </FormDialog>
  );
}
