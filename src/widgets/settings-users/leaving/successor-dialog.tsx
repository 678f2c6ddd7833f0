import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { User } from '../../../shared/contracts/session.contract.ts';
import type { UserRef } from '../../../shared/contracts/shapes.contract.ts';
import { useMessages } from '../../../shared/locale/index.ts';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { PersonField } from '../../../shared/ui/person-field.tsx';
import { showSnack } from '../../../shared/ui/snackbar.ts';
import { useSaving } from '../../../shared/ui/use-saving.ts';
import type { HandOverStore } from './hand-over.store.ts';
import { leavingMessages } from './leaving.messages.ts';

interface Props {
  readonly user: Pick<User, 'key' | 'name'>;
  readonly handOver: HandOverStore;
  readonly onClose: () => void;
}

/** Who receives what processes name a deactivated user for. */
export function SuccessorDialog({ user, handOver, onClose }: Props): ReactNode {
  const t = useMessages(leavingMessages);
  const known = handOver.state.peek();
  const [successor, setSuccessor] = useState<UserRef | null>(known.status === 'ready' ? known.successor : null);
  const saving = useSaving();

  async function save(): Promise<void> {
    await handOver.setSuccessor(successor);
    showSnack({ text: t('successor.saved'), icon: Check });
    onClose();
  }

  return (
    <FormDialog
      title={t('successor.title', { name: user.name })}
      cancel={t('cancel')}
      go={t('save')}
      isSaving={saving.isSaving}
      error={saving.error}
      onSubmit={() => void saving.save(save, true)}
      onClose={onClose}
    >
      <PersonField
        label={t('successor')}
        aside={t('optional')}
        hint={t('successor.later')}
        value={successor}
        exclude={user.key}
        onChange={setSuccessor}
      />
    </FormDialog>
  );
}
