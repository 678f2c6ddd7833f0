import { type ReactNode, useState } from 'react';
import type { LanguageId } from '../../shared/contracts/constants.ts';
import type { Outcome } from '../../shared/contracts/tasks.contract.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { textOf } from './outcome-bar.tsx';
import type { TaskText } from './task-text.ts';

interface Props {
  readonly outcome: Outcome;
  /** Question before the outcome is executed; may be empty. */
  readonly confirm: string;
  readonly language: LanguageId;
  readonly t: TaskText;
  /** Comment from the draft. */
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
  readonly onSend: (comment: string) => void;
}

const COMMENT_MAX = 4000;

/** Asks for confirmation, and for the comment that an outcome needs, before executing it. */
export function CommentDialog({ outcome, confirm, language, t, text, onText, onClose, onSend }: Props): ReactNode {
  const [missing, setMissing] = useState(false);
  const label = textOf(outcome, language);
  const send = () => {
    if (outcome.comment === 'required' && text.trim() === '') setMissing(true);
    else onSend(text.trim());
  };
  return (
    <Dialog
      title={outcome.comment === 'none' ? label : t('task.commentTitle', { outcome: label })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('task.cancel')}</Button>
          <Button kind={outcome.style === 'danger' ? 'danger' : 'primary'} onClick={send}>
            {label}
          </Button>
        </>
      }
    >
      {confirm && <p className="confirm-text">{confirm}</p>}
      {outcome.comment !== 'none' && (
        <Field
          label={t('task.comment')}
          required={outcome.comment === 'required'}
          error={missing ? t('task.commentRequired') : undefined}
        >
          {(control) => (
            <textarea
              {...control}
              className={missing ? 'control invalid' : 'control'}
              rows={4}
              maxLength={COMMENT_MAX}
              value={text}
              autoFocus
              onChange={(event) => {
                onText(event.target.value);
                setMissing(false);
              }}
            />
          )}
        </Field>
      )}
    </Dialog>
  );
}
