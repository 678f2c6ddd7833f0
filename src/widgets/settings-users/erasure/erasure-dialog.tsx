import { type ReactNode, useState } from 'react';
import type { UserErasure } from '../../../shared/contracts/user-erasure.contract.ts';
import { useMessages } from '../../../shared/locale/index.ts';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useSaving } from '../../../shared/ui/use-saving.ts';
import { erasureMessages } from './erasure.messages.ts';
import type { ErasureStore } from './erasure.store.ts';

const REASON_MAX = 1000;

interface Props {
  readonly name: string;
  readonly request: UserErasure;
  readonly store: ErasureStore;
  readonly onClose: () => void;
}

/** Says what erasing removes and what stays, before it is requested or approved. */
export function ErasureDialog({ name, request, store, onClose }: Props): ReactNode {
  const t = useMessages(erasureMessages);
  const [reason, setReason] = useState('');
  const saving = useSaving();
  const isRequest = request.state === null;
  const isWhole = !isRequest || reason.trim() !== '';

  async function erase(): Promise<void> {
    await (isRequest ? store.request(reason.trim()) : store.approve());
    onClose();
  }

  return (
    <FormDialog
      title={t('title', { name })}
      cancel={t('cancel')}
      go={t(isRequest ? 'request' : 'approve')}
      kind="danger"
      isSaving={saving.isSaving}
      error={saving.error}
      isChanged={reason !== ''}
      onSubmit={() => void saving.save(erase, isWhole)}
      onClose={onClose}
    >
      <p>{t('removed')}</p>
      <div className="stack">
        <p className="strong">{t('kept')}</p>
        <ul className="consequences">
          {request.kept.map(({ kind, count }) => (
            <li key={kind}>{t(`kept.${kind}`, { count })}</li>
          ))}
        </ul>
      </div>
      {isRequest ? (
        <>
          <TextField
            label={t('reason')}
            required
            rows={2}
            maxLength={REASON_MAX}
            hint={t('reason.hint')}
            error={saving.isTried && !isWhole ? t('reason.missing') : undefined}
            value={reason}
            onChange={setReason}
          />
          <p className="s second">{t('second')}</p>
        </>
      ) : (
        <p className="strong">{t('final')}</p>
      )}
    </FormDialog>
  );
}
