import type { ReactNode } from 'react';
import { isDay } from '../../../shared/locale/index.ts';
import { DayBox } from '../../../shared/ui/day-box.tsx';
import { Field } from '../../../shared/ui/field.tsx';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
  /** Allows an empty value. */
  readonly isOptional?: boolean;
  /** Hides the label visually. */
  readonly isBare?: boolean;
}

/** Day input, typed or picked. Invalid input restores the previous value. Must be inside an element or a DocumentWidget. */
export function DayInput({ label, value, onChange, isOptional, isBare }: Props): ReactNode {
  const box = {
    label,
    value: isDay(value) ? value : null,
    text: isDay(value) ? '' : value,
    onChange: (day: string | null | undefined) => {
      if (day) onChange(day);
      else if (day === null && isOptional) onChange('');
    },
  };
  if (isBare) return <DayBox {...box} control={{ 'aria-label': label }} />;
  return <Field label={label}>{(control) => <DayBox {...box} control={control} />}</Field>;
}
