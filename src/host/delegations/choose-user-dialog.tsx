import { type ReactNode, useState } from 'react';
import type { UserRef } from '../../shared/contracts/shapes.contract.ts';
import type { Translate } from '../../shared/locale/index.ts';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { PersonField } from '../../shared/ui/person-field.tsx';

interface Props {
  readonly onChoose: (user: UserRef) => void;
  readonly onClose: () => void;
  readonly t: Translate<'create' | 'create.who' | 'create.go' | 'cancel'>;
}

/** Chooses the user for whom a delegation is created. */
export function ChooseUserDialog({ onChoose, onClose, t }: Props): ReactNode {
  const [user, setUser] = useState<UserRef | null>(null);
  return (
    <FormDialog
      title={t('create')}
      cancel={t('cancel')}
      go={t('create.go')}
      blocked={user === null}
      onSubmit={() => user && onChoose(user)}
      onClose={onClose}
    >
      <PersonField label={t('create.who')} value={user} onChange={setUser} required />
    </FormDialog>
  );
}
