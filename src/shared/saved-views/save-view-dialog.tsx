import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { showSnack } from '../ui/snackbar.ts';
import { useSaving } from '../ui/use-saving.ts';
import type { SavedViewsText } from './saved-views-text.ts';

interface Props {
  readonly t: SavedViewsText;
  /** Administrators can save views for everyone. */
  readonly mayShare: boolean;
  readonly onSave: (name: string, audience: 'private' | 'tenant') => Promise<void>;
  readonly onClose: () => void;
}

/** Saves what a list shows under a name (BEY-19). */
export function SaveViewDialog({ t, mayShare, onSave, onClose }: Props): ReactNode {
  const [name, setName] = useState('');
  const [audience, setAudience] = useState<'private' | 'tenant'>('private');
  const saving = useSaving();
  async function save(): Promise<void> {
    await onSave(name.trim(), audience);
    showSnack({ text: t('saved'), icon: Check });
    onClose();
  }
  return (
    <FormDialog
      title={t('save')}
      cancel={t('cancel')}
      go={t('go')}
      blocked={name.trim() === ''}
      isSaving={saving.isSaving}
      error={saving.error}
      isChanged={name !== ''}
      onSubmit={() => void saving.save(save)}
      onClose={onClose}
    >
      <Field label={t('name')} required>
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
        <Field label={t('for')}>
          {(control) => (
            <select
              {...control}
              className="control"
              value={audience}
              onChange={(event) => setAudience(event.target.value as typeof audience)}
            >
              <option value="private">{t('private')}</option>
              <option value="tenant">{t('tenant')}</option>
            </select>
          )}
        </Field>
      )}
    </FormDialog>
  );
}
