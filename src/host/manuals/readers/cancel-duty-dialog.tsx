import { type FormEvent, type ReactNode, useState } from 'react';
import type { call } from '../../../shared/api/index.ts';
import { problemText } from '../../../shared/api/problem-text.ts';
import type { ManualReportLine } from '../../../shared/contracts/manual-lists.contract.ts';
import { useMessages } from '../../../shared/locale/index.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { showSnack } from '../../../shared/ui/snackbar.ts';
import { reportMessages } from './report.messages.ts';
import { cancelDuty } from './report.store.ts';

interface Props {
  readonly send: typeof call;
  readonly line: ManualReportLine;
  readonly onClose: (isDone: boolean) => void;
}

type State = { readonly status: 'idle' | 'sending' } | { readonly status: 'failed'; readonly error: unknown };

/** Takes the duty to read from somebody; the reason stays in the report. */
export function CancelDutyDialog({ send, line, onClose }: Props): ReactNode {
  const t = useMessages(reportMessages);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [state, setState] = useState<State>({ status: 'idle' });
  const { name } = line.user;
  const fault = tried && reason.trim() === '' ? t('fault.required') : undefined;
  async function cancel(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    if (reason.trim() === '' || state.status === 'sending') return;
    setState({ status: 'sending' });
    try {
      await cancelDuty(send, line.id, reason.trim());
      showSnack(t('cancel.done', { name }));
      onClose(true);
    } catch (error) {
      setState({ status: 'failed', error });
    }
  }
  return (
    <Dialog
      title={t('cancel.title')}
      onClose={() => onClose(false)}
      footer={
        <>
          <Button onClick={() => onClose(false)}>{t('close')}</Button>
          <Button kind="danger" type="submit" form="cancel-duty" busy={state.status === 'sending'}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      <form id="cancel-duty" className="stack mn-spaced" noValidate onSubmit={(event) => void cancel(event)}>
        {state.status === 'failed' && <Banner tone="red">{problemText(state.error)}</Banner>}
        <p className="s">{t('cancel.text', { name, manual: line.title })}</p>
        <Field label={t('cancel.reason')} required error={fault} announces>
          {(control) => (
            <textarea
              {...control}
              className={`control ${fault ? 'invalid' : ''}`}
              rows={2}
              maxLength={500}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
