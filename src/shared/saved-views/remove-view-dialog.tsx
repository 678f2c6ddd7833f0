import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SavedView } from '../contracts/views.contract.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { showSnack } from '../ui/snackbar.ts';
import { useSaving } from '../ui/use-saving.ts';
import type { SavedViewsText } from './saved-views-text.ts';

interface Props {
  readonly t: SavedViewsText;
  readonly view: SavedView;
  readonly onRemove: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before a view is deleted. */
export function RemoveViewDialog({ t, view, onRemove, onClose }: Props): ReactNode {
  const saving = useSaving();
  async function remove(): Promise<void> {
    await onRemove();
    showSnack({ text: t('removed'), icon: Check });
    onClose();
  }
  return (
    <FormDialog
      title={t('remove.title', { name: view.name })}
      cancel={t('cancel')}
      go={t('remove.go')}
      kind="danger"
      isSaving={saving.isSaving}
      error={saving.error}
      onSubmit={() => void saving.save(remove)}
      onClose={onClose}
    >
      <p>{t(view.audience === 'private' ? 'remove.private' : 'remove.shared')}</p>
    </FormDialog>
  );
}
