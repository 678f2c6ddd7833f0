import type { FieldState } from '../../forms/index.ts';

/** Attributes that a control takes from its field. */
export interface ControlAttributes {
  readonly id: string;
  readonly 'aria-invalid'?: true | undefined;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-label'?: string | undefined;
  readonly 'aria-required'?: true | undefined;
}

export interface InputProps {
  readonly state: FieldState;
  readonly control: ControlAttributes;
}

/** Labels of parts of a control, such as the time of a date-time, start with the field's label. */
export interface PartNames {
  /** The field's label, in a table with its row. */
  readonly label: string;
}

export const invalidClass = (control: ControlAttributes): string => (control['aria-invalid'] ? 'invalid' : '');
