import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../shared/api/index.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import type { Dropdown } from '../../shared/contracts/dropdowns.contract.ts';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { TextField } from '../../shared/ui/text-field.tsx';
import { useSaving } from '../../shared/ui/use-saving.ts';
import type { DropdownsStore } from './dropdowns.store.ts';
import type { DropdownsText } from './dropdowns-text.ts';
import { idFor } from './option.rules.ts';

interface Props {
  /** Null for a new dropdown. */
  readonly dropdown: Dropdown | null;
  readonly store: DropdownsStore;
  /** `id` of the created or renamed dropdown. */
  readonly onClose: (id?: string) => void;
  readonly t: DropdownsText;
}

const ID = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;

/** Name and description of a dropdown. The id of a new one follows its name until edited. */
export function DropdownDialog({ dropdown, store, onClose, t }: Props): ReactNode {
  const [name, setName] = useState(dropdown?.name ?? '');
  const [typedId, setTypedId] = useState<string | null>(null);
  const [description, setDescription] = useState(dropdown?.description ?? '');
  const saving = useSaving();
  const id = dropdown?.id ?? typedId ?? idFor(name);
  const isTaken = saving.code === 'dropdown.id_taken';
  const nameFault = saving.isTried && name.trim() === '' ? t('fault.required', { attribute: t('name') }) : undefined;
  const idFault =
    saving.isTried && !ID.test(id)
      ? id === ''
        ? t('fault.required', { attribute: t('id') })
        : t('fault.dropdownId')
      : undefined;
  const isChanged = name !== (dropdown?.name ?? '') || description !== (dropdown?.description ?? '');

  async function save(): Promise<void> {
    try {
      const values = { name: name.trim(), description: description.trim() || null };
      if (dropdown) await store.rename(dropdown, values);
      else await store.create({ id, ...values });
      showSnack({ text: t(dropdown ? 'renamed' : 'created', { name: values.name }), icon: Check });
      onClose(id);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'edit.conflict' && dropdown) void store.open(dropdown.id);
      throw error;
    }
  }

  return (
    <FormDialog
      title={t(dropdown ? 'rename' : 'create')}
      cancel={t('cancel')}
      go={t('save')}
      isSaving={saving.isSaving}
      error={isTaken ? undefined : saving.error}
      isChanged={isChanged}
      onSubmit={() => void saving.save(save, name.trim() !== '' && ID.test(id))}
      onClose={() => onClose()}
    >
      <TextField
        label={t('name')}
        required
        error={nameFault}
        announces
        maxLength={200}
        value={name}
        onChange={setName}
      />
      {!dropdown && (
        <TextField
          label={t('id')}
          required
          hint={t('dropdownId.hint')}
          error={isTaken ? problemText(saving.error) : idFault}
          announces
          isCode
          maxLength={64}
          value={id}
          onChange={(typed) => {
            setTypedId(typed);
            saving.clear();
          }}
        />
      )}
      <TextField
        label={t('description')}
        aside={t('optional')}
        rows={2}
        maxLength={2000}
        value={description}
        onChange={setDescription}
      />
    </FormDialog>
  );
}
