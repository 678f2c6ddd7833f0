import { Ban, Check, CircleCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Organisation } from '../../shared/contracts/organisations.contract.ts';
import { formatDayAndTime } from '../../shared/locale/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { TextField } from '../../shared/ui/text-field.tsx';
import { useSaving } from '../../shared/ui/use-saving.ts';
import type { OrganisationStore } from './organisation.store.ts';
import { OrganisationStatus } from './organisation-status.tsx';
import type { OrganisationsText } from './organisations-text.ts';

interface Props {
  readonly organisation: Organisation;
  readonly editor: OrganisationStore;
  /** Opens the dialog, which is outside of the form around this card. */
  readonly onSuspend: () => void;
  readonly t: OrganisationsText;
}

/** Whether the users of an organisation can work, with a button that suspends or resumes it. */
export function AccessCard({ organisation, editor, onSuspend, t }: Props): ReactNode {
  const { name, suspendedAt, suspendedReason } = organisation;
  const resume = () =>
    editor.resume().then(() => showSnack({ text: t('resumed', { name }), icon: Check }), showProblem);
  return (
    <>
      <OrganisationStatus organisation={organisation} t={t} />
      {suspendedAt === null ? (
        <p className="s second">{t('suspend.more')}</p>
      ) : (
        <p className="s second org-reason">
          {t('suspended.since', { time: formatDayAndTime(suspendedAt), reason: suspendedReason ?? '–' })}
        </p>
      )}
      <div className="row">
        {organisation.status === 'active' && (
          <Button kind="danger" icon={Ban} onClick={onSuspend}>
            {t('suspend')}
          </Button>
        )}
        {organisation.status === 'suspended' && (
          <Button icon={CircleCheck} onClick={() => void resume()}>
            {t('resume')}
          </Button>
        )}
      </div>
    </>
  );
}

interface DialogProps {
  readonly name: string;
  readonly editor: OrganisationStore;
  readonly onClose: () => void;
  readonly t: OrganisationsText;
}

export function SuspendDialog({ name, editor, onClose, t }: DialogProps): ReactNode {
  const [reason, setReason] = useState('');
  const saving = useSaving();
  const isMissing = saving.isTried && reason.trim() === '';

  async function suspend(): Promise<void> {
    await editor.suspend(reason.trim());
    showSnack({ text: t('suspended', { name }), icon: Check });
    onClose();
  }

  return (
    <FormDialog
      title={t('suspend.title', { name })}
      cancel={t('cancel')}
      go={t('suspend')}
      kind="danger"
      isSaving={saving.isSaving}
      error={saving.error}
      isChanged={reason !== ''}
      onSubmit={() => void saving.save(suspend, reason.trim() !== '')}
      onClose={onClose}
    >
      <p>{t('suspend.text')}</p>
      <TextField
        label={t('reason')}
        required
        rows={3}
        maxLength={1000}
        hint={t('reason.hint')}
        error={isMissing ? t('fault.field.required', { attribute: t('reason') }) : undefined}
        value={reason}
        onChange={setReason}
      />
    </FormDialog>
  );
}
