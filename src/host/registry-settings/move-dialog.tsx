import { type ReactNode, useState } from 'react';
import type { PeopleGroup } from '../../shared/contracts/groups.contract.ts';
import type { StatusMove } from '../../shared/contracts/registry-settings.contract.ts';
import { type DataField, textOf } from '../../shared/forms/index.ts';
import { useLanguage, useMessages } from '../../shared/locale/index.ts';
import { ChipsField } from '../../shared/ui/chips-field.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { GroupsField } from '../fields/groups-field.tsx';
import { registrySettingsMessages } from './registry-settings.messages.ts';

export interface MoveDialogProps {
  readonly move: StatusMove;
  readonly title: string;
  readonly groups: readonly PeopleGroup[];
  readonly fields: readonly DataField[];
  readonly onSave: (move: StatusMove) => void;
  readonly onClose: () => void;
}

/** Who may change the status so, and which fields must have a value. */
export function MoveDialog({ move, title, groups, fields, onSave, onClose }: MoveDialogProps): ReactNode {
  const t = useMessages(registrySettingsMessages);
  const language = useLanguage();
  const [chosen, setChosen] = useState(move.groups);
  const [requires, setRequires] = useState(move.requires);
  const labelOf = (key: string) => textOf(fields.find((field) => field.key === key)?.label, language) || key;
  const find = async (q: string) => {
    const wanted = q.toLocaleLowerCase();
    return fields
      .map(({ key }) => ({ id: key, text: labelOf(key), detail: key }))
      .filter(({ text, id }) => text.toLocaleLowerCase().includes(wanted) || id.toLowerCase().includes(wanted));
  };
  return (
    <FormDialog
      title={title}
      cancel={t('cancel')}
      go={t('apply')}
      isSaving={false}
      error={undefined}
      onSubmit={() => {
        onSave({ ...move, groups: chosen, requires });
        onClose();
      }}
      onClose={onClose}
    >
      <GroupsField
        label={t('move.who')}
        hint={t('move.who.hint')}
        placeholder={t('groups.add')}
        groups={groups}
        value={chosen}
        onChange={(ids) => setChosen([...ids])}
      />
      <ChipsField
        label={t('move.fields')}
        hint={t('move.fields.hint')}
        placeholder={t('move.fields.add')}
        chosen={requires.map((key) => ({ id: key, text: labelOf(key) }))}
        find={find}
        onAdd={({ id }) => setRequires([...requires, id])}
        onRemove={(id) => setRequires(requires.filter((key) => key !== id))}
        removeLabel={(name) => t('chip.remove', { name })}
      />
    </FormDialog>
  );
}
