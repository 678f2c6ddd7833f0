import type { ReactNode } from 'react';

interface Props {
  readonly label: ReactNode;
  /** Smaller second line. */
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Group name: renders a radio button. Without it, a checkbox. */
  readonly oneOf?: string;
  readonly disabled?: boolean;
  readonly className?: string;
}

/** A checkbox or radio button with its label. */
export function ChoiceControl({ label, hint, checked, onChange, oneOf, disabled, className = '' }: Props): ReactNode {
  return (
    <label className={`tick ${className}`}>
      <input
        type={oneOf === undefined ? 'checkbox' : 'radio'}
        className="check"
        {...{ name: oneOf, checked, disabled }}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span className="stack">
        <span>{label}</span>
        {hint && <span className="xs muted">{hint}</span>}
      </span>
    </label>
  );
}
