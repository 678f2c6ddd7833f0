import { type ReactNode, useId } from 'react';
import { numberOf, PATTERN_EXAMPLE } from '../../shared/contracts/numbers.rules.ts';
import type { RegistryDefinition, RegistrySettings } from '../../shared/contracts/registry-settings.contract.ts';
import type { Texts } from '../../shared/contracts/shapes.contract.ts';
import { today } from '../../shared/locale/dates.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { ChoiceControl } from '../../shared/ui/choice-control.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { catalogueSettingsMessages } from '../catalogue-settings/catalogue-settings.messages.ts';
import { IconField } from '../catalogue-settings/icon-field.tsx';
import { TextLanguages } from '../fields/text-languages.tsx';
import type { TabProps } from './edited-registry.ts';
import { FormChoice } from './form-choice.tsx';
import type { RegistrySettingsText } from './registry-settings-text.ts';

const NUMBERS_SHOWN = 3;
const RESETS = ['never', 'year', 'month'] as const;

/** Names, icon, form and numbers of a registry. */
export function GeneralTab({ values, type, opened, t }: TabProps): ReactNode {
  const icons = useMessages(catalogueSettingsMessages);
  const text = (part: 'title' | 'description', languageId: string) => (
    <TextField
      label={t(part)}
      required={part === 'title'}
      aside={part === 'title' ? undefined : t('optional')}
      lang={languageId}
      maxLength={part === 'title' ? 100 : 500}
      {...(part === 'description' && { rows: 2 })}
      value={values[part][languageId] ?? ''}
      onChange={(typed) => type({ [part]: { ...values[part], [languageId]: typed } as Texts })}
    />
  );
  return (
    <>
      <section className="card reg-card" aria-label={t('title')}>
        <TextLanguages texts={values.title}>
          {(languageId) => (
            <>
              {text('title', languageId)}
              {text('description', languageId)}
            </>
          )}
        </TextLanguages>
        <IconField value={values.icon} onChange={(icon) => type({ icon })} t={icons} />
      </section>
      <section className="card reg-card" aria-label={t('form')}>
        <FormChoice forms={opened.forms} value={values.formId} onChange={(formId) => type({ formId })} t={t} />
        <Numbers numbers={values.numbers} lastNumbers={opened.registry.lastNumbers} type={type} t={t} />
        <ChoiceControl
          label={t('active')}
          hint={t('active.hint')}
          checked={values.active}
          onChange={(active) => type({ active })}
        />
      </section>
    </>
  );
}

interface NumbersProps {
  readonly numbers: RegistryDefinition['numbers'];
  readonly lastNumbers: RegistrySettings['lastNumbers'];
  readonly type: TabProps['type'];
  readonly t: RegistrySettingsText;
}

/** The number series, with the numbers that come next. */
function Numbers({ numbers, lastNumbers, type, t }: NumbersProps): ReactNode {
  const heading = useId();
  const next = (series: NonNullable<RegistryDefinition['numbers']>) =>
    Array.from({ length: NUMBERS_SHOWN }, (_, index) =>
      numberOf(series, today(), lastNumbers[series.resets] + index + 1),
    ).join(', ');
  return (
    <fieldset className="stack reg-numbers" aria-labelledby={heading}>
      <ChoiceControl
        label={<span id={heading}>{t('numbers')}</span>}
        checked={numbers !== null}
        onChange={(on) => type({ numbers: on ? { pattern: PATTERN_EXAMPLE, resets: 'year' } : null })}
      />
      {numbers && (
        <div className="row wrap reg-number-fields">
          <TextField
            label={t('pattern')}
            required
            isCode
            hint={t('pattern.next', { numbers: next(numbers) })}
            maxLength={60}
            value={numbers.pattern}
            onChange={(pattern) => type({ numbers: { ...numbers, pattern } })}
          />
          <Field label={t('resets')}>
            {(control) => (
              <select
                {...control}
                className="control"
                value={numbers.resets}
                onChange={({ target }) =>
                  type({ numbers: { ...numbers, resets: target.value as (typeof RESETS)[number] } })
                }
              >
                {RESETS.map((one) => (
                  <option key={one} value={one}>
                    {t(`resets.${one}`)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
      )}
      {numbers && <p className="xs muted">{t('pattern.hint', { counter: '{0000}', parts: '{yyyy}, {yy}, {mm}' })}</p>}
    </fieldset>
  );
}
