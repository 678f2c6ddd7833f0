import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { problemText } from '../../shared/api/problem-text.ts';
import type { PeopleGroup } from '../../shared/contracts/groups.contract.ts';
import { isGroupId } from '../../shared/contracts/groups.rules.ts';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { idForName } from '../../shared/ui/id-for-name.ts';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { TextField } from '../../shared/ui/text-field.tsx';
import { useSaving } from '../../shared/ui/use-saving.ts';
import type { GroupsStore } from './groups.store.ts';
import type { GroupsText } from './groups-text.ts';

interface Props {
  /** Null for a new group. */
  readonly group: PeopleGroup | null;
  readonly store: GroupsStore;
  /** `id` of the created or renamed group. */
  readonly onClose: (id?: string) => void;
  readonly t: GroupsText;
}

/** Name and description of a group. The id of a new one follows its name until edited. */
export function GroupDialog({ group, store, onClose, t }: Props): ReactNode {
  const [name, setName] = useState(group?.name ?? '');
  const [typedId, setTypedId] = useState<string | null>(null);
  const [description, setDescription] = useState(group?.description ?? '');
  const saving = useSaving();
  const id = group?.id ?? typedId ?? idForName(name);
  const isTaken = saving.code === 'group.id_taken';
  const nameFault = saving.isTried && name.trim() === '' ? t('fault.required', { attribute: t('name') }) : undefined;
  const idFault =
    saving.isTried && !isGroupId(id)
      ? id === ''
        ? t('fault.required', { attribute: t('id') })
        : t('fault.id')
      : undefined;

  async function save(): Promise<void> {
    const values = { name: name.trim(), description: description.trim() || null };
    if (group) await store.update(group, values);
    else await store.create({ id, ...values });
    showSnack({ text: t(group ? 'renamed' : 'created', { name: values.name }), icon: Check });
    onClose(id);
  }

  return (
    <FormDialog
      title={t(group ? 'rename' : 'create')}
      cancel={t('cancel')}
      go={t('save')}
      isSaving={saving.isSaving}
      error={isTaken ? undefined : saving.error}
      isChanged={name !== (group?.name ?? '') || description !== (group?.description ?? '')}
      onSubmit={() => void saving.save(save, name.trim() !== '' && isGroupId(id))}
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
      {!group && (
        <TextField
          label={t('id')}
          required
          hint={t('id.hint')}
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
