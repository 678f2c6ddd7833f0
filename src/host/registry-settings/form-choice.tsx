import type { ReactNode } from 'react';
import type { Form } from '../../shared/contracts/forms.contract.ts';
import { textOf } from '../../shared/forms/definition.ts';
import { useLanguage } from '../../shared/locale/index.ts';
import { Field } from '../../shared/ui/field.tsx';
import type { RegistrySettingsText } from './registry-settings-text.ts';

interface Props {
  readonly forms: readonly Form[];
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
  readonly t: RegistrySettingsText;
}

/** The form of a registry's records: one of the published forms for records and starts. */
export function FormChoice({ forms, value, onChange, t }: Props): ReactNode {
  const language = useLanguage();
  const isKnown = value === null || forms.some(({ id }) => id === value);
  return (
    <Field label={t('form')} hint={t('form.hint')}>
      {(control) => (
        <select
          {...control}
          className="control"
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value || null)}
        >
          <option value="">{t('form.none')}</option>
          {!isKnown && <option value={value}>{value}</option>}
          {forms.map(({ id, title }) => (
            <option key={id} value={id}>
              {textOf(title, language) || id}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
