import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useState } from 'react';
import type { ApiError } from '../../../shared/api/index.ts';
import { problemText } from '../../../shared/api/problem-text.ts';
import { COMMENT_MAX } from '../../../shared/contracts/constants.ts';
import type { TaskDetail } from '../../../shared/contracts/tasks.contract.ts';
import { useMessages } from '../../../shared/locale/index.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { panelMessages } from './panels.messages.ts';
import type { Together } from './together.store.ts';

interface Props {
  readonly task: TaskDetail;
  readonly together: Together;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Gives a delegated task back to its owner, with a word about it. */
export function ReturnDialog({ task, together, onClose, onDone }: Props): ReactNode {
  useSignals();
  const t = useMessages(panelMessages);
  const [note, setNote] = useState('');
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const send = async () => {
    const error = await together.giveBack(note.trim());
    setRefusal(error);
    if (!error) onDone();
  };
  return (
    <Dialog
      title={t('return.title')}
      onClose={() => note.trim() === '' && onClose()}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" busy={together.sending.value === 'return'} onClick={() => void send()}>
            {t('return.send')}
          </Button>
        </>
      }
    >
      <div className="asking">
        {refusal && <Banner tone="red">{problemText(refusal)}</Banner>}
        <Field label={t('return.note')} hint={t('return.text', { owner: task.owner?.name ?? '' })}>
          {(control) => (
            <textarea
              {...control}
              className="control"
              rows={3}
              maxLength={COMMENT_MAX}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
}
