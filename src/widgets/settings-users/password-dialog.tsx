import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { useSaving } from '../../shared/ui/use-saving.ts';
import type { Account, UsersStore } from './users.store.ts';
import type { UsersText } from './users-text.ts';

interface Props {
  readonly account: Account;
  readonly store: UsersStore;
  readonly onClose: (isDone: boolean) => void;
  readonly t: UsersText;
}

/** Asks for confirmation before a password stops working: a temporary one of an invited user, or the user's own. */
export function PasswordDialog({ account, store, onClose, t }: Props): ReactNode {
  const saving = useSaving();
  const { key, name, status } = account;
  const isInvited = status === 'invited';

  async function reset(): Promise<void> {
    const destination = await store.resetPassword(key);
    showSnack({ text: t(isInvited ? 'invite.sent' : 'reset.sent', { destination }), icon: Check });
    onClose(true);
  }

  return (
    <FormDialog
      title={t(isInvited ? 'invite.title' : 'reset.title', { name })}
      cancel={t('cancel')}
      go={t(isInvited ? 'invite.go' : 'reset.go')}
      kind={isInvited ? 'primary' : 'danger'}
      isSaving={saving.isSaving}
      error={saving.error}
      onSubmit={() => void saving.save(reset)}
      onClose={() => onClose(false)}
    >
      <p>{t(isInvited ? 'invite.text' : 'reset.text')}</p>
    </FormDialog>
  );
}
