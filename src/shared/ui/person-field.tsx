import type { ReactNode } from 'react';
import { call } from '../api/index.ts';
import { findPeople } from '../contracts/session.contract.ts';
import type { UserRef } from '../contracts/shapes.contract.ts';
import { useMessages } from '../locale/use-messages.ts';
import { Avatar } from './avatar.tsx';
import { ComboBox, type ComboItem } from './combo-box.tsx';
import { Field } from './field.tsx';
import { personFieldMessages } from './person-field.messages.ts';

interface Props {
  readonly label: ReactNode;
  readonly value: UserRef | null;
  readonly onChange: (person: UserRef | null) => void;
  /** Key or username of a person to exclude from the results. */
  readonly exclude?: string | null;
  readonly required?: boolean;
  /** At the end of the label's line. */
  readonly aside?: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** Columns of the form's twelve. */
  readonly className?: string;
}

interface PersonItem extends ComboItem {
  readonly person: UserRef;
}

/** Chooses a person by the beginning of a name. */
export function PersonField({
  label,
  value,
  onChange,
  exclude = null,
  required = false,
  aside,
  hint,
  error,
  className = '',
}: Props): ReactNode {
  const t = useMessages(personFieldMessages);
  const find = async (q: string, signal: AbortSignal): Promise<readonly PersonItem[]> => {
    const { items } = await call(findPeople, { query: { q }, signal });
    return items
      .filter(({ key, id }) => key !== exclude && id !== exclude)
      .map((person) => ({
        id: person.key,
        text: person.name,
        detail: person.id,
        avatar: person.avatar ?? null,
        person,
      }));
  };
  return (
    <Field {...{ label, required, aside, hint, error, className }}>
      {(control) => (
        <ComboBox
          control={control}
          invalid={error !== undefined}
          label={t('person.list')}
          text={value?.name ?? ''}
          placeholder={t('person.placeholder')}
          lead={value && <Avatar name={value.name} picture={value.avatar} size={20} />}
          find={find}
          onPick={(item) => onChange((item as PersonItem).person)}
          onClear={() => onChange(null)}
          words={{ none: t('person.none'), found: (count) => t('person.found', { count }) }}
        />
      )}
    </Field>
  );
}
