import { type ReactNode, Suspense, useState } from 'react';
import type { MassField } from '../../shared/contracts/mass-actions.contract.ts';
import { formatNumberInput, parseNumberInput, useLanguage } from '../../shared/locale/index.ts';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { DayBox } from '../../shared/ui/day-box.tsx';
import { ControlBox, Field } from '../../shared/ui/field.tsx';
import type { MassText } from './mass-action-text.ts';
import { textIn } from './mass-action-words.ts';
import { MoneyField } from './money-field.tsx';
import type { Value } from './wizard.store.ts';

const SourceField = containedPart(() => import('./source-field.tsx'), 'SourceField');

interface Props {
  readonly field: MassField;
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly t: MassText;
}

/**
 * One value for all tasks. Input that does not parse as the field's type is sent as typed; the check reports the error.
 */
export function ValueField({ field, label, value, onChange, t }: Props): ReactNode {
  const language = useLanguage();
  const [typed, setTyped] = useState<string | null>(null);
  const text = (event: { readonly target: { readonly value: string } }) => event.target.value;
  switch (field.type) {
    case 'checkbox':
    case 'radio':
    case 'dropdown': {
      if (field.source)
        return (
          <Suspense>
            <SourceField source={field.source} label={label} value={value} onChange={onChange} />
          </Suspense>
        );
      const options =
        field.type === 'checkbox'
          ? [
              { id: 'false', text: t('no') },
              { id: 'true', text: t('yes') },
            ]
          : [
              { id: '', text: '–' },
              ...(field.options ?? []).map((one) => ({ id: one.id, text: textIn(one.text, language) })),
            ];
      return (
        <Field label={label}>
          {(control) => (
            <select
              {...control}
              className="control"
              value={String(value ?? '')}
              onChange={(event) => onChange(field.type === 'checkbox' ? text(event) === 'true' : text(event) || null)}
            >
              {options.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.text}
                </option>
              ))}
            </select>
          )}
        </Field>
      );
    }
    case 'multiline':
      return (
        <Field label={label}>
          {(control) => (
            <textarea
              {...control}
              className="control"
              rows={3}
              value={String(value ?? '')}
              onChange={(event) => onChange(text(event) || null)}
            />
          )}
        </Field>
      );
    case 'date': {
      const day = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : null;
      return (
        <Field label={label}>
          {(control) => (
            <DayBox
              control={control}
              label={label}
              value={day}
              text={String(value ?? '')}
              onChange={(picked, raw) => onChange(picked === undefined ? raw.trim() : picked)}
            />
          )}
        </Field>
      );
    }
    case 'number':
      return (
        <Field label={label}>
          {(control) => (
            <ControlBox>
              <input
                {...control}
                type="text"
                inputMode="decimal"
                autoComplete="off"
                value={typed ?? (typeof value === 'number' ? formatNumberInput(value, language) : String(value ?? ''))}
                onChange={(event) => {
                  setTyped(text(event));
                  onChange(parseNumberInput(text(event), language) ?? (text(event).trim() || null));
                }}
                onBlur={() => setTyped(null)}
              />
            </ControlBox>
          )}
        </Field>
      );
    case 'money':
      return <MoneyField field={field} label={label} value={value} onChange={onChange} />;
    case 'text':
      return (
        <Field label={label}>
          {(control) => (
            <ControlBox>
              <input
                {...control}
                type="text"
                value={String(value ?? '')}
                onChange={(event) => onChange(text(event) || null)}
              />
            </ControlBox>
          )}
        </Field>
      );
  }
}
