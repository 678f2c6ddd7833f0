import type { ReactNode } from 'react';
import { useLanguage } from '../../shared/locale/index.ts';
import { ComboBox } from '../../shared/ui/combo-box.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import type { CompaniesText } from './companies-text.ts';
import type { CompanyValues } from './company.store.ts';
import { countryName, findCountries } from './countries.ts';

const NAME_MAX = 200;
const CODE_MAX = 64;
const REGISTRY_CODE_MAX = 40;

interface Props {
  readonly values: CompanyValues;
  readonly theirs?: Partial<CompanyValues>;
  /** Missing values are reported. */
  readonly isTried: boolean;
  /** The server's message about the code. */
  readonly codeFault: string | undefined;
  readonly onChange: (change: Partial<CompanyValues>) => void;
  readonly t: CompaniesText;
}

/** Name, codes and country of a company. */
export function CompanyFields({ values, theirs = {}, isTried, codeFault, onChange, t }: Props): ReactNode {
  const language = useLanguage();
  const missing = (field: 'name' | 'code') =>
    isTried && values[field].trim() === '' ? t('fault.required', { attribute: t(field) }) : undefined;
  const hintOf = (theirs: string | null | undefined) =>
    theirs === undefined ? undefined : t('theirs', { value: theirs || '–' });
  const nameOf = (country: string | null | undefined) => (country ? countryName(country, language) : country);
  return (
    <>
      <TextField
        label={t('name')}
        required
        className="c12"
        maxLength={NAME_MAX}
        value={values.name}
        onChange={(name) => onChange({ name })}
        hint={hintOf(theirs.name)}
        error={missing('name')}
      />
      <TextField
        label={t('code')}
        required
        isCode
        className="c6"
        maxLength={CODE_MAX}
        value={values.code}
        onChange={(code) => onChange({ code })}
        hint={hintOf(theirs.code) ?? t('code.hint')}
        error={missing('code') ?? codeFault}
      />
      <TextField
        label={t('registryCode')}
        aside={t('optional')}
        className="c6"
        maxLength={REGISTRY_CODE_MAX}
        value={values.registryCode}
        onChange={(registryCode) => onChange({ registryCode })}
        hint={hintOf(theirs.registryCode)}
      />
      <Field label={t('country')} aside={t('optional')} hint={hintOf(nameOf(theirs.country))} className="c6">
        {(control) => (
          <ComboBox
            control={control}
            label={t('country')}
            text={nameOf(values.country) ?? ''}
            placeholder={t('country.find')}
            find={(q) => findCountries(q, language)}
            isChosen={(id) => id === values.country}
            onPick={({ id }) => onChange({ country: id })}
            onClear={() => onChange({ country: null })}
          />
        )}
      </Field>
    </>
  );
}
