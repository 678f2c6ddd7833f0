import { type ReactNode, useRef, useState } from 'react';
import { call } from '../../../shared/api/index.ts';
import { problemText } from '../../../shared/api/problem-text.ts';
import { askManualQuestion, type ManualQuestion, type ManualText } from '../../../shared/contracts/manuals.contract.ts';
import { randomId } from '../../../shared/page/random.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { showSnack } from '../../../shared/ui/snackbar.ts';
import type { PartText } from './part-text.ts';

interface Props {
  readonly text: ManualText;
  readonly blockId: string;
  readonly quote: string;
  readonly onClose: () => void;
  readonly onAsked: (question: ManualQuestion) => void;
  readonly t: PartText;
}

const QUESTION_MAX = 4000;

/** Asks the owner of the manual about a paragraph. */
export function AskDialog({ text, blockId, quote, onClose, onAsked, t }: Props): ReactNode {
  const [question, setQuestion] = useState('');
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const key = useRef<string>(randomId());
  const send = async () => {
    if (busy) return;
    if (question.trim() === '') return setFault(t('questionEmpty'));
    setBusy(true);
    try {
      const asked = await call(askManualQuestion, {
        params: { id: text.manualId },
        body: { blockId, quote, text: question.trim(), languageId: text.languageId },
        idempotencyKey: key.current,
      });
      onAsked(asked);
      showSnack({ text: t('asked'), position: { right: false } });
      onClose();
    } catch (error) {
      setFault(problemText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t('askTitle')}
      // What was typed is not lost by a press beside the dialog.
      {...(question === '' ? { onClose } : {})}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" busy={busy} onClick={() => void send()}>
            {t('send')}
          </Button>
        </>
      }
    >
      <blockquote className="quote s" lang={text.languageId}>
        {quote}
      </blockquote>
      <Field label={t('question')} required hint={t('askHint')} error={fault} announces>
        {(control) => (
          <textarea
            {...control}
            className={fault ? 'control invalid' : 'control'}
            rows={4}
            maxLength={QUESTION_MAX}
            value={question}
            onChange={(event) => {
              setQuestion(event.target.value);
              setFault(undefined);
            }}
          />
        )}
      </Field>
    </Dialog>
  );
}
