import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { useSaving } from '../../shared/ui/use-saving.ts';
import type { UserStore } from './user.store.ts';
import type { UsersText } from './users-text.ts';

interface Props {
  readonly factorId: string;
  /** Name of the user. */
  readonly name: string;
  readonly store: UserStore;
  readonly onClose: () => void;
  readonly t: UsersText;
}

/** Asks for confirmation before the second factor of a user is removed. */
export function RemoveFactorDialog({ factorId, name, store, onClose, t }: Props): ReactNode {
  const saving = useSaving();

  async function remove(): Promise<void> {
    await store.removeFactor(factorId);
    showSnack({ text: t('factor.removed', { name }), icon: Check });
    onClose();
  }

  return (
    <FormDialog
      title={t('factor.title', { name })}
      cancel={t('cancel')}
      go={t('factor.remove')}
      kind="danger"
      isSaving={saving.isSaving}
      error={saving.error}
      onSubmit={() => void saving.save(remove)}
      onClose={onClose}
    >
      <p>{t('factor.text')}</p>
    </FormDialog>
  );
}
