import type { ReactNode } from 'react';

interface Props {
  readonly label: ReactNode;
  /** A line below, smaller. */
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** One of several of this name, of which one is chosen; else it can be ticked by itself. */
  readonly oneOf?: string;
  readonly disabled?: boolean;
  readonly className?: string;
}

/** A box or a circle to tick, with its words beside it. */
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
