import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Icon } from './icon.tsx';

/** Props that a control takes from its field. */
export interface ControlProps {
  readonly id: string;
  readonly required: boolean | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

export interface FieldProps {
  readonly label: ReactNode;
  readonly required?: boolean;
  /** At the end of the label's line: a counter, "optional" or a link. */
  readonly aside?: ReactNode;
  readonly hint?: ReactNode;
  /** Replaces the hint. */
  readonly error?: string | undefined;
  /** Announces the error when it appears: for forms of one or two fields, where the focus does not move to it. */
  readonly announces?: boolean;
  /** Columns of the form's twelve, `c6`. */
  readonly className?: string;
  readonly children: (control: ControlProps) => ReactNode;
}

/** Label, control, and a hint or error. The caller provides the control and spreads the given props on it. */
export function Field({
  label,
  required,
  aside,
  hint,
  error,
  announces,
  className = '',
  children,
}: FieldProps): ReactNode {
  const id = useId();
  const note = `${id}note`;
  return (
    <div className={`field ${className}`}>
      <label className="label" htmlFor={id}>
        <span>{label}</span>
        {required && (
          <span className="req" aria-hidden="true">
            *
          </span>
        )}
        {aside && <span className="opt">{aside}</span>}
      </label>
      {children({
        id,
        required: required || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': error || hint ? note : undefined,
      })}
      <FieldNote id={note} error={error} hint={hint} announces={announces} />
    </div>
  );
}

interface FieldNoteProps {
  /** Id for the control's `aria-describedby`. */
  readonly id: string;
  readonly hint?: ReactNode;
  /** Replaces the hint. */
  readonly error?: string | undefined;
  /** Announces the error when it appears. */
  readonly announces?: boolean | undefined;
}

/** Text below a control: the error, otherwise the hint, otherwise nothing. */
export function FieldNote({ id, error, hint, announces }: FieldNoteProps): ReactNode {
  if (error) {
    return (
      <p className="error" id={id} role={announces ? 'alert' : undefined}>
        <Icon of={CircleAlert} />
        <span>{error}</span>
      </p>
    );
  }
  if (!hint) return null;
  return (
    <p className="hint" id={id}>
      {hint}
    </p>
  );
}

/** The box around an input: `<ControlBox invalid><input {...control} /></ControlBox>`. */
export function ControlBox({
  invalid,
  className = '',
  children,
}: {
  readonly invalid?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}): ReactNode {
  return <div className={`control ${invalid ? 'invalid' : ''} ${className}`}>{children}</div>;
}
