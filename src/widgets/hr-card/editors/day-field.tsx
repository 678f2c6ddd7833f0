import type { ReactNode } from 'react';
import type { Day } from '../../../shared/locale/index.ts';
import { DayBox } from '../../../shared/ui/day-box.tsx';
import { Field, type FieldProps } from '../../../shared/ui/field.tsx';

/** A day; null for none, undefined for input that is no day. */
export type DayValue = Day | null | undefined;

interface Props extends Omit<FieldProps, 'children' | 'label'> {
  readonly label: string;
  readonly value: DayValue;
  readonly onChange: (day: DayValue) => void;
}

/** A date with label, and hint or error. */
export function DayField({ value, onChange, ...field }: Props): ReactNode {
  return (
    <Field {...field}>
      {(control) => (
        <DayBox control={control} label={field.label} value={value ?? null} onChange={(day) => onChange(day)} />
      )}
    </Field>
  );
}
