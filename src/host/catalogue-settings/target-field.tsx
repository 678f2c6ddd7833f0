import type { ReactNode } from 'react';
import type { Process } from '../../shared/contracts/processes.contract.ts';
import { Field } from '../../shared/ui/field.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { ChoiceControl } from '../choice-control.tsx';
import type { ItemFields } from './catalogue-settings.store.ts';
import type { CatalogueSettingsText } from './catalogue-settings-text.ts';

interface Props {
  readonly fields: ItemFields;
  readonly processes: readonly Process[];
  readonly error: string | undefined;
  readonly onChange: (changes: Pick<ItemFields, 'target'> & Partial<ItemFields>) => void;
  readonly t: CatalogueSettingsText;
}

/** What an item starts: a process, or the address of a link. */
export function TargetField({ fields: { kind, target }, processes, error, onChange, t }: Props): ReactNode {
  const isKnown = processes.some(({ key }) => key === target);
  return (
    <>
      <fieldset className="stack cat-kinds">
        <legend className="label">{t('kind')}</legend>
        {(['process', 'link'] as const).map((one) => (
          <ChoiceControl
            key={one}
            oneOf="catalogue-kind"
            label={t(`kind.${one}`)}
            hint={one === 'link' ? t('kind.link.more') : undefined}
            checked={kind === one}
            onChange={() => onChange({ kind: one, target: '' })}
          />
        ))}
      </fieldset>
      {kind === 'process' ? (
        <Field label={t('process')} required error={error}>
          {(control) => (
            <select
              {...control}
              className={error ? 'control invalid' : 'control'}
              value={target}
              onChange={(event) => onChange({ target: event.target.value })}
            >
              <option value="" disabled>
                {t('process.choose')}
              </option>
              {target !== '' && !isKnown && <option value={target}>{t('process.missing', { key: target })}</option>}
              {processes.map(({ key, name }) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      ) : (
        <TextField
          label={t('address')}
          required
          hint={t('address.hint')}
          error={error}
          isCode
          maxLength={2000}
          value={target}
          onChange={(typed) => onChange({ target: typed })}
        />
      )}
    </>
  );
}
