import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { useSaving } from '../../shared/ui/use-saving.ts';
import type { UserStore } from './user.store.ts';
import type { UsersText } from './users-text.ts';

interface Props {
  readonly providerName: string;
  /** Name of the provider as shown. */
  readonly title: string;
  readonly store: UserStore;
  readonly onClose: () => void;
  readonly t: UsersText;
}

/** Asks for confirmation before a user loses one way to sign in. */
export function RemoveLinkDialog({ providerName, title, store, onClose, t }: Props): ReactNode {
  const saving = useSaving();

  async function remove(): Promise<void> {
    await store.removeLink(providerName);
    showSnack({ text: t('link.removed', { name: title }), icon: Check });
    onClose();
  }

  return (
    <FormDialog
      title={t('link.title', { name: title })}
      cancel={t('cancel')}
      go={t('link.remove')}
      kind="danger"
      isSaving={saving.isSaving}
      error={saving.error}
      onSubmit={() => void saving.save(remove)}
      onClose={onClose}
    >
      <p>{t('link.text')}</p>
    </FormDialog>
  );
}
