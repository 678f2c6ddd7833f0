import type { ReactNode } from 'react';
import type { StartForm } from '../../shared/contracts/catalogue.contract.ts';
import type { UserRef } from '../../shared/contracts/shapes.contract.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { Field } from '../../shared/ui/field.tsx';
import { PersonField } from '../../shared/ui/person-field.tsx';
import { startFormMessages } from './start-form.messages.ts';

interface Props {
  readonly form: Pick<StartForm, 'startsForAll' | 'startsFor'>;
  readonly value: UserRef | null;
  readonly onChange: (user: UserRef | null) => void;
}

/** Chooses on whose behalf the item is started; nothing for users who start it only for themselves. */
export function ForField({ form: { startsForAll, startsFor }, value, onChange }: Props): ReactNode {
  const t = useMessages(startFormMessages);
  const common = { label: t('for'), aside: t('optional') };
  if (startsForAll) return <PersonField {...common} hint={t('forHint')} value={value} onChange={onChange} />;
  if (startsFor.length === 0) return null;
  const choose = (key: string) => {
    const found = startsFor.find(({ id }) => id === key);
    onChange(found ? { id: found.id, key: found.id, name: found.name } : null);
  };
  return (
    <Field {...common}>
      {(control) => (
        <select
          {...control}
          className="control"
          value={value?.key ?? ''}
          onChange={({ target }) => choose(target.value)}
        >
          <option value="">{t('forMyself')}</option>
          {startsFor.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
