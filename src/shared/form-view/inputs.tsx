import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
import { type ChoiceField, type FieldState, textOf } from '../forms/index.ts';
import { DatePicker } from '../ui/date-picker.tsx';
import { useForm } from './form-context.ts';
import { type ControlAttributes, TypedInput } from './typed-input.tsx';
import { unitOf } from './value-text.ts';

export interface InputProps {
  readonly state: FieldState;
  readonly control: ControlAttributes;
}

/** The control of a field that can be changed; in a table the same as on the form. */
export function Input({ state, control }: InputProps): ReactNode {
  useSignals();
  const { language, model } = useForm();
  const field = state.definition.node;
  const invalid = control['aria-invalid'] ? 'invalid' : '';
  const text = state.value.value;
  switch (field.type) {
    case 'multiline':
      return (
        <textarea
          {...control}
          className={`control ${invalid}`}
          rows={3}
          value={typeof text === 'string' ? text : ''}
          onChange={(event) => state.set(event.target.value || null)}
          onBlur={state.leave}
        />
      );
    case 'number':
    case 'money': {
      const unit = unitOf(field, language);
      return (
        <div className={`control num ${invalid}`}>
          <TypedInput state={state} control={control} />
          {unit && (
            <span className="unit muted" aria-hidden="true">
              {unit}
            </span>
          )}
        </div>
      );
    }
    case 'date':
      return (
        <div className={`control ${invalid}`}>
          <TypedInput state={state} control={control} />
          <DatePicker
            label={textOf(state.definition.label, language)}
            value={typeof text === 'string' ? text : null}
            today={model.today}
            onPick={(day) => {
              state.set(day);
              state.leave();
            }}
          />
        </div>
      );
    case 'checkbox':
      return (
        <input
          {...control}
          type="checkbox"
          className="check"
          checked={state.value.value === true}
          onChange={(event) => state.set(event.target.checked)}
          onBlur={state.leave}
        />
      );
    case 'radio':
      return <Radios state={state} field={field} control={control} />;
    case 'dropdown':
      return <Dropdown state={state} field={field} control={control} />;
    case 'attachment':
      // Without a task there is nothing that a file could be added to.
      return null;
    case 'text':
      return (
        <div className={`control ${invalid}`}>
          <input
            {...control}
            type="text"
            inputMode={field.format === 'email' ? 'email' : field.format === 'phone' ? 'tel' : 'text'}
            value={typeof text === 'string' ? text : ''}
            onChange={(event) => state.set(event.target.value || null)}
            onBlur={state.leave}
          />
        </div>
      );
  }
}

interface ChoiceProps extends InputProps {
  readonly field: ChoiceField;
}

function Radios({ state, field, control }: ChoiceProps): ReactNode {
  useSignals();
  const { language } = useForm();
  return (
    <div className="stack radios">
      {field.options?.map((option, index) => (
        <label className="tick" key={option.id}>
          <input
            {...(index === 0 ? control : { 'aria-describedby': control['aria-describedby'] })}
            type="radio"
            className="check"
            name={control.id}
            checked={state.value.value === option.id}
            onChange={() => state.set(option.id)}
            onBlur={state.leave}
          />
          <span>{textOf(option.text, language)}</span>
        </label>
      ))}
    </div>
  );
}

function Dropdown({ state, field, control }: ChoiceProps): ReactNode {
  useSignals();
  const { t, language } = useForm();
  const value = state.value.value;
  return (
    <select
      {...control}
      className={`control ${control['aria-invalid'] ? 'invalid' : ''}`}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => state.set(event.target.value || null)}
      onBlur={state.leave}
    >
      <option value="">{state.required.value ? t('choose') : t('empty')}</option>
      {field.options?.map((option) => (
        <option key={option.id} value={option.id}>
          {textOf(option.text, language)}
        </option>
      ))}
    </select>
  );
}
