import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
import type { LanguageId } from '../../shared/contracts/constants.ts';
import { languageName } from '../../shared/contracts/language-name.ts';
import { languageChoices } from '../../shared/locale/index.ts';
import { ChoiceControl } from '../../shared/ui/choice-control.tsx';
import { ComboBox } from '../../shared/ui/combo-box.tsx';
import { Field, FieldNote } from '../../shared/ui/field.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { timeZones } from '../setup/time-zones.ts';
import type { OrganisationStore } from './organisation.store.ts';
import { faultText, type OrganisationsText } from './organisations-text.ts';

interface Props {
  readonly editor: OrganisationStore;
  readonly t: OrganisationsText;
}

/** Name, time zone, languages and help centre of an organisation. */
export function ProfileFields({ editor, t }: Props): ReactNode {
  useSignals();
  const values = editor.values.value;
  const faults = editor.faults.value;
  const theirs = editor.theirs.value;
  if (!values) return null;
  const { languageId, languages, timeZone } = values;
  const choices = [...new Set<LanguageId>([...languageChoices().map(({ id }) => id), ...languages])];
  const hint = (value: string | null | undefined) =>
    value === undefined ? undefined : t('theirs', { value: value || '–' });
  return (
    <div className="form">
      <TextField
        label={t('name')}
        required
        className="c12"
        maxLength={200}
        value={values.name}
        onChange={(name) => editor.type({ name })}
        hint={hint(theirs.name) ?? t('name.hint')}
        error={faultText(faults['/name'], t, t('name'))}
      />
      <TimeZoneField
        value={timeZone}
        hint={hint(theirs.timeZone)}
        error={faultText(faults['/timeZone'], t, t('timeZone'))}
        onChange={(zone) => editor.type({ timeZone: zone })}
        t={t}
      />
      <LanguageField
        value={languageId}
        choices={choices.filter((id) => languages.includes(id) || id === languageId)}
        hint={hint(theirs.languageId && languageName(theirs.languageId)) ?? t('language.hint')}
        onChange={(id) => editor.type({ languageId: id })}
        t={t}
      />
      <fieldset className="c12 org-languages" aria-describedby="org-languages-note">
        <legend className="label">{t('languages')}</legend>
        <div className="row wrap">
          {choices.map((id) => (
            <ChoiceControl
              key={id}
              label={languageName(id)}
              checked={languages.includes(id)}
              disabled={id === languageId}
              onChange={(isOffered) =>
                editor.type({
                  languages: [...languages.filter((one) => one !== id), ...(isOffered ? [id] : [])].toSorted(),
                })
              }
            />
          ))}
        </div>
        <FieldNote
          id="org-languages-note"
          error={faultText(faults['/languages'], t, t('languages'))}
          hint={hint(theirs.languages?.map((id) => languageName(id)).join(', ')) ?? t('languages.hint')}
        />
      </fieldset>
      <TextField
        label={t('helpUrl')}
        aside={t('optional')}
        className="c12"
        isCode
        maxLength={500}
        placeholder="https://help.example.org"
        value={values.helpUrl ?? ''}
        onChange={(helpUrl) => editor.type({ helpUrl })}
        hint={hint(theirs.helpUrl) ?? t('helpUrl.hint')}
        error={
          faults['/helpUrl']?.code === 'field.pattern'
            ? t('fault.helpUrl')
            : faultText(faults['/helpUrl'], t, t('helpUrl'))
        }
      />
    </div>
  );
}

interface TimeZoneProps {
  readonly value: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly onChange: (zone: string) => void;
  readonly t: OrganisationsText;
}

/** The time zone by its name: `tall` finds Europe/Tallinn. */
export function TimeZoneField({ value, hint, error, onChange, t }: TimeZoneProps): ReactNode {
  return (
    <Field label={t('timeZone')} required className="c6" hint={hint} error={error}>
      {(control) => (
        <ComboBox
          control={control}
          invalid={error !== undefined}
          label={t('timeZone')}
          text={value}
          find={(q) =>
            timeZones(value)
              .filter((zone) => zone.toLowerCase().replaceAll('_', ' ').includes(q.toLowerCase().replaceAll('_', ' ')))
              .map((zone) => ({ id: zone, text: zone }))
          }
          isChosen={(id) => id === value}
          onPick={({ id }) => onChange(id)}
        />
      )}
    </Field>
  );
}

interface LanguageProps {
  readonly value: LanguageId;
  readonly choices: readonly LanguageId[];
  readonly hint?: string | undefined;
  readonly onChange: (id: LanguageId) => void;
  readonly t: OrganisationsText;
}

export function LanguageField({ value, choices, hint, onChange, t }: LanguageProps): ReactNode {
  return (
    <Field label={t('language')} required className="c6" hint={hint}>
      {(control) => (
        <select
          {...control}
          className="control"
          value={value}
          onChange={({ target }) => onChange(target.value as LanguageId)}
        >
          {choices.map((id) => (
            <option key={id} value={id}>
              {languageName(id)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
