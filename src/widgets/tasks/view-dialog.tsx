import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Field } from '../../shared/ui/field.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { useSaving } from '../../shared/ui/use-saving.ts';
import type { TasksStore } from './tasks.store.ts';
import type { TasksText } from './tasks-text.ts';

interface Props {
  readonly store: TasksStore;
  readonly t: TasksText;
  /** Administrators can save views for everyone. */
  readonly mayShare: boolean;
  readonly onClose: () => void;
}

/** Saves filters, order, columns, widths and density under a name (BEY-19). */
export function ViewDialog({ store, t, mayShare, onClose }: Props): ReactNode {
  const [name, setName] = useState('');
  const [audience, setAudience] = useState<'private' | 'tenant'>('private');
  const saving = useSaving();
  async function save(): Promise<void> {
    await store.saveView(name.trim(), audience);
    showSnack({ text: t('views.saved'), icon: Check });
    onClose();
  }
  return (
    <FormDialog
      title={t('views.save')}
      cancel={t('cancel')}
      go={t('save')}
      blocked={name.trim() === ''}
      isSaving={saving.isSaving}
      error={saving.error}
      isChanged={name !== ''}
      onSubmit={() => void saving.save(save)}
      onClose={onClose}
    >
      <Field label={t('views.name')} required>
        {(control) => (
          <input
            {...control}
            className="control"
            type="text"
            maxLength={100}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      {mayShare && (
        <Field label={t('views.for')}>
          {(control) => (
            <select
              {...control}
              className="control"
              value={audience}
              onChange={(event) => setAudience(event.target.value as typeof audience)}
            >
              <option value="private">{t('views.private')}</option>
              <option value="tenant">{t('views.tenant')}</option>
            </select>
          )}
        </Field>
      )}
    </FormDialog>
  );
}
