import type { FieldState } from '../../forms/index.ts';

/** What a control takes over from its field. */
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

/** The name of a part of a control, such as the time of a moment, begins with that of the field. */
export interface PartNames {
  /** The field's label, in a table with its row. */
  readonly label: string;
}

export const invalidClass = (control: ControlAttributes): string => (control['aria-invalid'] ? 'invalid' : '');
