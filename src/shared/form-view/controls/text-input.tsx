import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
import type { DataField } from '../../forms/index.ts';
import { type InputProps, invalidClass } from './control.ts';

const KEYBOARDS = { email: 'email', phone: 'tel', link: 'url' } as const;

/** One line of text; addresses bring up their on-screen keyboard. */
export function TextInput({ state, control }: InputProps): ReactNode {
  useSignals();
  const { value } = state.value;
  const field = state.definition.node;
  return (
    <div className={`control line ${invalidClass(control)}`}>
      <input
        {...control}
        type="text"
        inputMode={formatOf(field)}
        autoCapitalize={formatOf(field) === 'text' ? undefined : 'off'}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => state.set(event.target.value || null)}
        onBlur={() => {
          tidy(field, value, (text) => state.set(text));
          state.leave();
        }}
      />
    </div>
  );
}

function formatOf(field: DataField): 'text' | 'email' | 'tel' | 'url' {
  return 'format' in field && field.format ? KEYBOARDS[field.format] : 'text';
}

/** Removes spaces and dashes that people type in numbers and addresses. */
function tidy(field: DataField, value: unknown, put: (text: string) => void): void {
  if (typeof value !== 'string' || !('format' in field) || !field.format) return;
  const text = field.format === 'phone' ? value.replace(/[\s()-]/g, '').replace(/^00/, '+') : value.trim();
  const whole = field.format === 'link' && /^www\.\S+$/i.test(text) ? `https://${text}` : text;
  if (whole !== value && whole !== '') put(whole);
}

/** Multi-line text that grows with its content. */
export function MultilineInput({ state, control }: InputProps): ReactNode {
  useSignals();
  const { value } = state.value;
  return (
    <textarea
      {...control}
      className={`control grows ${invalidClass(control)}`}
      rows={3}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => state.set(event.target.value || null)}
      onBlur={state.leave}
    />
  );
}
