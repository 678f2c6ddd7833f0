import { type ReactNode, useId, useState } from 'react';
import { REASON_MAX, REASON_MIN } from '../../../shared/contracts/hr.rules.ts';
import type { HrUser } from '../../../shared/contracts/hr-users.contract.ts';
import { useMessages } from '../../../shared/locale/index.ts';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { editorMessages } from './editor.messages.ts';

const USUAL = ['usual.review', 'usual.contract', 'usual.checks', 'usual.question', 'usual.audit'] as const;

interface Props {
  readonly user: HrUser;
  readonly onGive: (reason: string) => void;
  readonly onClose: () => void;
}

/** Asks why the viewer opens another user's data. */
export function ReasonDialog({ user, onGive, onClose }: Props): ReactNode {
  const t = useMessages(editorMessages);
  const id = useId();
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  // Characters, as the server counts.
  const isShort = [...reason.trim()].length < REASON_MIN;
  const submit = () => {
    setTried(true);
    if (isShort) return;
    onGive(reason.trim());
    onClose();
  };
  return (
    <FormDialog
      title={t('reason.title')}
      cancel={t('cancel')}
      go={t('reason.go')}
      isChanged={reason !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="s">{t('reason.text', { name: user.name })}</p>
      <TextField
        label={t('reason.label')}
        required
        announces
        rows={3}
        maxLength={REASON_MAX}
        error={isTried && isShort ? t('reason.short', { min: REASON_MIN }) : undefined}
        value={reason}
        onChange={setReason}
      />
      <div className="stack hr-usual">
        <span className="xs second" id={id}>
          {t('reason.usual')}
        </span>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend */}
        <div className="row wrap" role="group" aria-labelledby={id}>
          {USUAL.map((one) => (
            <button type="button" className="chip" key={one} onClick={() => setReason(t(one))}>
              {t(one)}
            </button>
          ))}
        </div>
      </div>
    </FormDialog>
  );
}
