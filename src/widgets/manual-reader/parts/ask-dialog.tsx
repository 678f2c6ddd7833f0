import { type ReactNode, useState } from 'react';
import { createIdempotentRequest } from '../../../shared/api/idempotent-request.ts';
import { call } from '../../../shared/api/index.ts';
import { askManualQuestion, type ManualQuestion, type ManualText } from '../../../shared/contracts/manuals.contract.ts';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { showSnack } from '../../../shared/ui/snackbar.ts';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useSaving } from '../../../shared/ui/use-saving.ts';
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

/** Asks the owner of the manual a question about a paragraph. */
export function AskDialog({ text, blockId, quote, onClose, onAsked, t }: Props): ReactNode {
  const [question, setQuestion] = useState('');
  const saving = useSaving();
  const fault = saving.isTried && question.trim() === '' ? t('questionEmpty') : undefined;
  const [idempotent] = useState(createIdempotentRequest);
  const send = async () => {
    const params = { id: text.manualId };
    const body = { blockId, quote, text: question.trim(), languageId: text.languageId };
    const asked = await idempotent.carryOut(body, (idempotencyKey) =>
      call(askManualQuestion, { params, body, idempotencyKey }),
    );
    onAsked(asked);
    showSnack({ text: t('asked'), position: { right: false } });
    onClose();
  };
  return (
    <FormDialog
      title={t('askTitle')}
      cancel={t('cancel')}
      go={t('send')}
      isSaving={saving.isSaving}
      error={saving.error}
      isChanged={question !== ''}
      onSubmit={() => void saving.save(send, question.trim() !== '')}
      onClose={onClose}
    >
      <blockquote className="quote s" lang={text.languageId}>
        {quote}
      </blockquote>
      <TextField
        label={t('question')}
        required
        hint={t('askHint')}
        error={fault}
        announces
        rows={4}
        maxLength={QUESTION_MAX}
        value={question}
        onChange={setQuestion}
      />
    </FormDialog>
  );
}
