import type { ReactNode } from 'react';
import type { PeopleGroup } from '../../shared/contracts/groups.contract.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { ChipsField } from '../../shared/ui/chips-field.tsx';
import { fieldsMessages } from './fields.messages.ts';

interface Props {
  readonly label: string;
  readonly hint: string;
  readonly placeholder: string;
  readonly groups: readonly PeopleGroup[];
  readonly value: readonly string[];
  readonly onChange: (ids: string[]) => void;
}

/** Groups by name. */
export function GroupsField({ label, hint, placeholder, groups, value, onChange }: Props): ReactNode {
  const t = useMessages(fieldsMessages);
  const find = async (q: string) => {
    const wanted = q.toLocaleLowerCase();
    return groups
      .filter(({ id, name }) => name.toLocaleLowerCase().includes(wanted) || id.includes(wanted))
      .map(({ id, name }) => ({ id, text: name, detail: id }));
  };
  return (
    <ChipsField
      label={label}
      hint={hint}
      placeholder={placeholder}
      chosen={value.map((id) => ({ id, text: groups.find((group) => group.id === id)?.name ?? id }))}
      find={find}
      onAdd={({ id }) => onChange([...value, id])}
      onRemove={(id) => onChange(value.filter((one) => one !== id))}
      removeLabel={(name) => t('chip.remove', { name })}
    />
  );
}
