import { useSignals } from '@preact/signals-react/runtime';
import { Eraser, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { OrganisationErasure } from '../../shared/contracts/organisation-erasure.contract.ts';
import { formatDayAndTime } from '../../shared/locale/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { useSaving } from '../../shared/ui/use-saving.ts';
import type { ErasureStore } from './erasure.store.ts';
import type { OrganisationsText } from './organisations-text.ts';

const DAY_MS = 86_400_000;

interface Props {
  readonly store: ErasureStore;
  /** Opens the dialog that requests or approves, outside of the form around this card. */
  readonly onAsk: () => void;
  /** After the erasure was approved or stopped, which changes the status of the organisation. */
  readonly onChanged: () => void;
  readonly t: OrganisationsText;
}

/** Whether an organisation is to be erased, who must approve, and how long it can be stopped. */
export function DangerCard({ store, onAsk, onChanged, t }: Props): ReactNode {
  useSignals();
  const saving = useSaving();
  const state = store.state.value;
  useEffect(() => {
    void store.load();
    return store.stop;
  }, [store]);
  if (state.status === 'loading') return <Skeleton rows={2} label={t('loading')} />;
  if (state.status === 'failed') return <LoadFailed code={state.code} onRetry={() => void store.load()} t={t} />;
  const { erasure } = state;
  const withdraw = () => store.withdraw().then(onChanged, showProblem);
  const isAsked = erasure.state === 'asked';
  return (
    <>
      <StateText erasure={erasure} t={t} />
      <div className="row wrap">
        {(erasure.state === null || (isAsked && !erasure.isOwn)) && (
          <Button kind="danger" icon={Eraser} onClick={onAsk}>
            {t(isAsked ? 'erase.review' : 'erase.ask')}
          </Button>
        )}
        {(isAsked || erasure.state === 'closing') && (
          <Button icon={Undo2} busy={saving.isSaving} onClick={() => void saving.save(withdraw)}>
            {t(isAsked ? 'erase.withdraw' : 'erase.stop')}
          </Button>
        )}
      </div>
    </>
  );
}

function StateText({
  erasure,
  t,
}: {
  readonly erasure: OrganisationErasure;
  readonly t: OrganisationsText;
}): ReactNode {
  const { state, askedBy, askedAt, reason, isOwn, eraseAfter } = erasure;
  if (state === null) return <p className="s second">{t('erase.more')}</p>;
  if (state === 'erasing') return <p role="status">{t('erase.erasing')}</p>;
  if (state === 'closing') {
    const left = Math.max(0, Math.ceil((Date.parse(eraseAfter ?? '') - Date.now()) / DAY_MS));
    return (
      <p role="status" className="org-reason">
        {t('erase.closing', { count: left, time: formatDayAndTime(eraseAfter ?? ''), reason: reason ?? '–' })}
      </p>
    );
  }
  const values = { name: askedBy?.name ?? '–', time: formatDayAndTime(askedAt ?? ''), reason: reason ?? '–' };
  return <p className="org-reason">{t(isOwn ? 'erase.requested.own' : 'erase.requested', values)}</p>;
}

interface DialogProps {
  readonly name: string;
  readonly store: ErasureStore;
  readonly onChanged: () => void;
  readonly onClose: () => void;
  readonly t: OrganisationsText;
}

/** Requests or approves that an organisation is erased. */
export function EraseDialog({ name, store, onChanged, onClose, t }: DialogProps): ReactNode {
  const [reason, setReason] = useState('');
  const saving = useSaving();
  const state = store.state.peek();
  const [isRequest] = useState(state.status === 'ready' && state.erasure.state === null);
  const isMissing = isRequest && reason.trim() === '';

  async function erase(): Promise<void> {
    await (isRequest ? store.request(reason.trim()) : store.approve());
    if (!isRequest) onChanged();
    onClose();
  }

  return (
    <FormDialog
      title={t('erase.title', { name })}
      cancel={t('cancel')}
      go={t(isRequest ? 'erase.request' : 'erase.approve')}
      kind="danger"
      isSaving={saving.isSaving}
      error={saving.error}
      isChanged={reason !== ''}
      onSubmit={() => void saving.save(erase, !isMissing)}
      onClose={onClose}
    >
      <p>{t('erase.text')}</p>
      <p>{t(isRequest ? 'erase.second' : 'erase.from')}</p>
      {isRequest && (
        <TextField
          label={t('reason')}
          required
          rows={3}
          maxLength={1000}
          hint={t('reason.hint')}
          error={saving.isTried && isMissing ? t('fault.field.required', { attribute: t('reason') }) : undefined}
          value={reason}
          onChange={setReason}
        />
      )}
    </FormDialog>
  );
}
