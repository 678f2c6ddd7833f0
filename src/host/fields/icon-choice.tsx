import { type ReactNode, useId } from 'react';
import './fields.css';

interface Props<Id extends string> {
  readonly label: string;
  /** Label of the choice without an icon. */
  readonly none: string;
  readonly icons: readonly { readonly id: Id; readonly label: string; readonly drawing: ReactNode }[];
  readonly value: string | null;
  readonly onChange: (icon: Id | null) => void;
}

/** Radio buttons with icons, and one without. */
export function IconChoice<Id extends string>({ label, none, icons, value, onChange }: Props<Id>): ReactNode {
  const name = useId();
  const choices = [{ id: null, label: none, drawing: <span aria-hidden="true">–</span> }, ...icons];
  return (
    <fieldset className="icon-choice">
      <legend className="label">{label}</legend>
      {choices.map(({ id, label: title, drawing }) => (
        <label key={id ?? ''} title={title}>
          <input type="radio" className="sr" name={name} checked={value === id} onChange={() => onChange(id)} />
          {drawing}
          <span className="sr">{title}</span>
        </label>
      ))}
    </fieldset>
  );
}
