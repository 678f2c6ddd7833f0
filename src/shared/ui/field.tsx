import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Icon } from './icon.tsx';

/** What a control takes over from its field. */
export interface ControlProps {
  readonly id: string;
  readonly required: boolean | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

export interface FieldProps {
  readonly label: ReactNode;
  readonly required?: boolean;
  /** At the end of the label's line: a counter, "optional", a link. */
  readonly aside?: ReactNode;
  readonly hint?: ReactNode;
  /** Takes the place of the hint. */
  readonly error?: string | undefined;
  /** Has the error read out as it appears: for forms of one or two fields, where the focus does not move to it. */
  readonly announces?: boolean;
  /** Columns of the form's twelve, `c6`. */
  readonly className?: string;
  readonly children: (control: ControlProps) => ReactNode;
}

/** Label, control, and a hint or an error. The control is the caller's: spread what it is given on it. */
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
  /** What the control names in `aria-describedby`. */
  readonly id: string;
  readonly hint?: ReactNode;
  /** Takes the place of the hint. */
  readonly error?: string | undefined;
  /** Has the error read out as it appears. */
  readonly announces?: boolean | undefined;
}

/** What stands below a control: what is wrong, else a hint, else nothing. */
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
