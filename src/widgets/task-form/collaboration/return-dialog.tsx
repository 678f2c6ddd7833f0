import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useState } from 'react';
import type { ApiError } from '../../../shared/api/index.ts';
import { COMMENT_MAX } from '../../../shared/contracts/constants.ts';
import type { TaskDetail } from '../../../shared/contracts/tasks.contract.ts';
import { useMessages } from '../../../shared/locale/index.ts';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import type { CollaborationStore } from './collaboration.store.ts';
import { panelMessages } from './panels.messages.ts';

interface Props {
  readonly task: TaskDetail;
  readonly collaboration: CollaborationStore;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Returns a delegated task to its owner, with a note. */
export function ReturnDialog({ task, collaboration, onClose, onDone }: Props): ReactNode {
  useSignals();
  const t = useMessages(panelMessages);
  const [note, setNote] = useState('');
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const send = async () => {
    const error = await collaboration.giveBack(note.trim());
    setRefusal(error);
    if (!error) onDone();
  };
  return (
    <FormDialog
      title={t('return.title')}
      cancel={t('cancel')}
      go={t('return.send')}
      isSaving={collaboration.sending.value === 'return'}
      error={refusal}
      isChanged={note.trim() !== ''}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <TextField
        label={t('return.note')}
        hint={t('return.text', { owner: task.owner?.name ?? '' })}
        rows={3}
        maxLength={COMMENT_MAX}
        value={note}
        onChange={setNote}
      />
    </FormDialog>
  );
}
