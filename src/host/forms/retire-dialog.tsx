import type { ReactNode } from 'react';
import type { Form } from '../../shared/contracts/forms.contract.ts';
import { textOf } from '../../shared/forms/definition.ts';
import { useLanguage, useMessages } from '../../shared/locale/index.ts';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { useSaving } from '../../shared/ui/use-saving.ts';
import { UsedBy, usesInRefusal } from '../../shared/ui/used-by.tsx';
import { formsMessages } from './forms.messages.ts';
import type { FormsStore } from './forms.store.ts';

export interface RetireDialogProps {
  readonly store: FormsStore;
  readonly form: Form;
  readonly onClose: () => void;
}

/** Confirms taking a form out of use; lists its usages while they prevent that. */
export function RetireDialog({ store, form, onClose }: RetireDialogProps): ReactNode {
  const t = useMessages(formsMessages);
  const language = useLanguage();
  const saving = useSaving();
  const name = textOf(form.title, language) || form.id;
  const usedBy = usesInRefusal(saving.error) ?? [];

  async function go(): Promise<void> {
    await store.takeOut(form);
    showSnack({ text: t(form.published === null ? 'deleted' : 'takenOut', { name }) });
    onClose();
  }

  const isUsed = usedBy.length > 0;
  return (
    <FormDialog
      title={t('takeOut.title', { name })}
      cancel={t(isUsed ? 'close' : 'cancel')}
      go={isUsed ? undefined : t(form.published === null ? 'delete' : 'takeOut')}
      kind="danger"
      isSaving={saving.isSaving}
      error={saving.error}
      onSubmit={() => void saving.save(go)}
      onClose={onClose}
    >
      {isUsed ? <UsedBy usedBy={usedBy} /> : <p>{t(form.published === null ? 'delete.text' : 'takeOut.text')}</p>}
    </FormDialog>
  );
}
