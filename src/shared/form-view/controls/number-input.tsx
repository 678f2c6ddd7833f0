import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
import { TypedBox } from '../../ui/typed-box.tsx';
import { useForm } from '../form-context.ts';
import { takeTyped, typedText } from '../read-typed.ts';
import { unitOf } from '../value-text.ts';
import { type InputProps, invalidClass } from './control.ts';

/** Numbers and money in the format of the language, with their unit. */
export function NumberInput({ state, control }: InputProps): ReactNode {
  useSignals();
  const { language } = useForm();
  const field = state.definition.node;
  const unit = unitOf(field, language);
  return (
    <div className={`control num ${invalidClass(control)}`}>
      <TypedBox
        control={control}
        text={typedText(field, state.value.value, language)}
        unread={state.unread()}
        isHeld={() => state.value.peek() !== null}
        onType={(typed) => takeTyped(state, typed, language)}
        onLeave={state.leave}
        inputMode="decimal"
      />
      {unit && (
        <span className="unit muted" aria-hidden="true">
          {unit}
        </span>
      )}
    </div>
  );
}
