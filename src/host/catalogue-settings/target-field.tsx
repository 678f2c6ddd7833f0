import type { ReactNode } from 'react';
import type { ItemKind } from '../../shared/contracts/catalogue.contract.ts';
import { textOf } from '../../shared/forms/definition.ts';
import { useLanguage } from '../../shared/locale/index.ts';
import { ChoiceControl } from '../../shared/ui/choice-control.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import type { ItemFields, Targets } from './catalogue-settings.store.ts';
import type { CatalogueSettingsText } from './catalogue-settings-text.ts';

interface Props {
  readonly fields: ItemFields;
  readonly targets: Targets;
  readonly error: string | undefined;
  readonly onChange: (changes: Pick<ItemFields, 'target'> & Partial<ItemFields>) => void;
  readonly t: CatalogueSettingsText;
}

const KINDS = ['case', 'process', 'record', 'link'] as const satisfies readonly ItemKind[];

/** What the field of the target is called. */
export const TARGET_LABELS = {
  case: 'caseType',
  process: 'process',
  record: 'registry',
  link: 'address',
} as const satisfies Record<ItemKind, string>;

/** What an item starts: a kind of case, a process or a new record; or the address of a link. */
export function TargetField({ fields: { kind, target }, targets, error, onChange, t }: Props): ReactNode {
  const language = useLanguage();
  const offered = kind === 'link' ? [] : targets[kind];
  const isKnown = offered.some(({ id }) => id === target);
  return (
    <>
      <fieldset className="stack cat-kinds">
        <legend className="label">{t('kind')}</legend>
        {KINDS.map((one) => (
          <ChoiceControl
            key={one}
            oneOf="catalogue-kind"
            label={t(`kind.${one}`)}
            hint={one === 'process' ? undefined : t(`kind.${one}.more`)}
            checked={kind === one}
            onChange={() => onChange({ kind: one, target: '' })}
          />
        ))}
      </fieldset>
      {kind === 'link' ? (
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
      ) : (
        <Field label={t(TARGET_LABELS[kind])} required error={error}>
          {(control) => (
            <select
              {...control}
              className={error ? 'control invalid' : 'control'}
              value={target}
              onChange={(event) => onChange({ target: event.target.value })}
            >
              <option value="" disabled>
                {t('target.choose')}
              </option>
              {target !== '' && !isKnown && <option value={target}>{t('target.missing', { key: target })}</option>}
              {offered.map(({ id, title }) => (
                <option key={id} value={id}>
                  {textOf(title, language) || id}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </>
  );
}
