import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useState } from 'react';
import type { ApiError } from '../../../shared/api/index.ts';
import { COMMENT_MAX } from '../../../shared/contracts/constants.ts';
import type { UserRef } from '../../../shared/contracts/shapes.contract.ts';
import type { TaskDetail } from '../../../shared/contracts/tasks.contract.ts';
import { useMessages } from '../../../shared/locale/index.ts';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { PersonField } from '../../../shared/ui/person-field.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import type { CollaborationStore } from './collaboration.store.ts';
import { panelMessages } from './panels.messages.ts';

interface Props {
  readonly kind: 'assign' | 'delegate';
  readonly task: TaskDetail;
  readonly collaboration: CollaborationStore;
  readonly onClose: () => void;
  readonly onDone: (person: UserRef) => void;
}

/** Gives the task to another user: permanently (assign), or on the owner's behalf (delegate). */
export function DelegateDialog({ kind, task, collaboration, onClose, onDone }: Props): ReactNode {
  useSignals();
  const t = useMessages(panelMessages);
  const [person, setPerson] = useState<UserRef | null>(null);
  const [returns, setReturns] = useState(true);
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState(false);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const send = async () => {
    if (!person) return setMissing(true);
    const comment = note.trim();
    const error =
      kind === 'assign'
        ? await collaboration.assign(person.key)
        : await collaboration.delegate(person.key, { returns, ...(comment ? { comment } : {}) });
    setRefusal(error);
    if (!error) onDone(person);
  };
  return (
    <FormDialog
      title={t(`${kind}.title`)}
      cancel={t('cancel')}
      go={t(`${kind}.send`)}
      isSaving={collaboration.sending.value === kind}
      error={refusal}
      isChanged={note.trim() !== ''}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <PersonField
        label={t(`${kind}.to`)}
        required
        value={person}
        exclude={task.assignee?.key ?? null}
        error={missing && !person ? t('delegate.who') : undefined}
        onChange={setPerson}
      />
      {kind === 'delegate' && (
        <>
          <TextField label={t('delegate.note')} rows={3} maxLength={COMMENT_MAX} value={note} onChange={setNote} />
          <fieldset className="asking close">
            <legend className="label">{t('delegate.after')}</legend>
            {([true, false] as const).map((choice) => {
              const name = choice ? 'returns' : 'final';
              return (
                <label key={name} className="tick">
                  <input
                    type="radio"
                    className="check"
                    name="after"
                    checked={returns === choice}
                    onChange={() => setReturns(choice)}
                  />
                  <span className="stack">
                    <span>{t(`delegate.${name}`)}</span>
                    <span className="xs muted">{t(`delegate.${name}Hint`)}</span>
                  </span>
                </label>
              );
            })}
          </fieldset>
        </>
      )}
    </FormDialog>
  );
}
