import type { ReactNode } from 'react';
import { useMessages } from '../../../shared/locale/index.ts';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { useSaving } from '../../../shared/ui/use-saving.ts';
import { editorMessages } from './editor.messages.ts';

interface Props {
  readonly title: string;
  /** What will happen. */
  readonly text: string;
  readonly remove: () => Promise<unknown>;
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation before something is removed from the card. */
export function RemoveDialog({ title, text, remove, onRemoved, onClose }: Props): ReactNode {
  const t = useMessages(editorMessages);
  const saving = useSaving();
  return (
    <FormDialog
      title={title}
      cancel={t('cancel')}
      go={t('remove')}
      kind="danger"
      isSaving={saving.isSaving}
      error={saving.error}
      onSubmit={() => void saving.save(async () => remove().then(onRemoved))}
      onClose={onClose}
    >
      <p>{text}</p>
    </FormDialog>
  );
}
