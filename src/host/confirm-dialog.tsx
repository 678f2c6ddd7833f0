import type { ReactNode } from 'react';
import { useMessages } from '../shared/locale/index.ts';
import { deleteDialogMessages } from '../shared/ui/delete-dialog.messages.ts';
import { FormDialog } from '../shared/ui/form-dialog.tsx';
import { useSaving } from '../shared/ui/use-saving.ts';
import { UsedBy, usesInRefusal } from '../shared/ui/used-by.tsx';

export interface ConfirmDialogProps {
  readonly title: string;
  /** What will happen. */
  readonly text: string;
  /** Label of the confirm button; undefined: the text says why it is not possible. */
  readonly go: string | undefined;
  readonly onAct: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for confirmation before an action that takes something away. */
export function ConfirmDialog({ title, text, go, onAct, onClose }: ConfirmDialogProps): ReactNode {
  const t = useMessages(deleteDialogMessages);
  const saving = useSaving();
  // The refusal says that it is in use; the list says where.
  const usedBy = usesInRefusal(saving.error);

  async function act(): Promise<void> {
    await onAct();
    onClose();
  }

  return (
    <FormDialog
      title={title}
      cancel={t(usedBy ? 'close' : 'cancel')}
      go={usedBy ? undefined : go}
      kind="danger"
      isSaving={saving.isSaving}
      error={saving.error}
      onSubmit={() => void saving.save(act)}
      onClose={onClose}
    >
      {usedBy ? <UsedBy usedBy={usedBy} /> : <p>{text}</p>}
    </FormDialog>
  );
}
