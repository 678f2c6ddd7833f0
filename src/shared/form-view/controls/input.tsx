import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
import { DropdownInput, RadioInput, SearchInput } from './choices.tsx';
import type { InputProps, PartNames } from './control.ts';
import { DateInput, TimeInput } from './day-and-time.tsx';
import { NumberInput } from './number-input.tsx';
import { SeveralInput, TagsInput } from './several.tsx';
import { MultilineInput, TextInput } from './text-input.tsx';
import { DateTimeInput, PeriodInput } from './two-boxes.tsx';

/** The control of an editable field; the same in tables and on the form. */
export function Input({ state, control, label }: InputProps & PartNames): ReactNode {
  const props = { state, control, label };
  switch (state.definition.node.type) {
    case 'text':
      return <TextInput {...props} />;
    case 'multiline':
      return <MultilineInput {...props} />;
    case 'number':
    case 'money':
      return <NumberInput {...props} />;
    case 'date':
      return <DateInput {...props} />;
    case 'time':
      return <TimeInput {...props} />;
    case 'dateTime':
      return <DateTimeInput {...props} />;
    case 'period':
      return <PeriodInput {...props} />;
    case 'checkbox':
      return <CheckboxInput {...props} />;
    case 'radio':
      return <RadioInput {...props} />;
    case 'dropdown':
      return <DropdownInput {...props} />;
    case 'user':
    case 'department':
    case 'company':
    case 'dimension':
    case 'record':
      return <SearchInput {...props} />;
    case 'multiSelect':
    case 'users':
      return <SeveralInput {...props} />;
    case 'tags':
      return <TagsInput {...props} />;
    case 'attachment':
    case 'signature':
      // Without a task there is nothing to add a file to.
      return <span className="control disabled" id={control.id} tabIndex={-1} />;
  }
}

function CheckboxInput({ state, control }: InputProps): ReactNode {
  useSignals();
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
}
