import { Lock, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useStyles } from '../element/use-styles.ts';
import { Avatar } from './avatar.tsx';
import { ComboBox, type ComboBoxProps, type ComboItem } from './combo-box.tsx';
import { Field } from './field.tsx';
import { Icon } from './icon.tsx';
import styles from './styles/chips-field.css?inline';

interface Props {
  readonly label: string;
  readonly aside?: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly chosen: readonly ComboItem[];
  readonly placeholder: string;
  readonly find: ComboBoxProps['find'];
  readonly onAdd: (item: ComboItem) => void;
  readonly onRemove: (id: string) => void;
  /** Chosen items that stay. */
  readonly isFixed?: (id: string) => boolean;
  /** Why an item stays, for its chip. */
  readonly reasonOf?: (id: string) => string | undefined;
  readonly className?: string;
  /** Label of the button that removes the item of this name. */
  readonly removeLabel: (name: string) => string;
}

/** Several chosen items as chips, with a search that adds others. Backspace in the empty search removes the last one. */
export function ChipsField(props: Props): ReactNode {
  useStyles(styles);
  const {
    label,
    aside,
    hint,
    error,
    chosen,
    placeholder,
    find,
    onAdd,
    onRemove,
    isFixed = () => false,
    reasonOf = () => undefined,
    className = '',
    removeLabel,
  } = props;
  const input = useRef<HTMLInputElement>(null);
  const isChosen = (id: string) => chosen.some((item) => item.id === id);
  return (
    <Field label={label} aside={aside} hint={hint} error={error} className={className}>
      {(control) => (
        <ComboBox
          control={control}
          invalid={error !== undefined}
          label={label}
          placeholder={chosen.length === 0 ? placeholder : ''}
          lead={
            chosen.length > 0 && (
              <ul className="chips" aria-label={label}>
                {chosen.map(({ id, text, avatar }) => (
                  <li key={id} className="chip on">
                    {avatar !== undefined && <Avatar name={text} picture={avatar} size={20} />}
                    <span className="cut">{text}</span>
                    {reasonOf(id) !== undefined && (
                      <span className="row row-6 s second">
                        <Icon of={Lock} size="s" />
                        {reasonOf(id)}
                      </span>
                    )}
                    {!isFixed(id) && (
                      <button
                        type="button"
                        className="btn ghost icon"
                        aria-label={removeLabel(text)}
                        onClick={() => {
                          onRemove(id);
                          input.current?.focus();
                        }}
                      >
                        <Icon of={X} size="s" />
                      </button>
                    )}
                  </li>
                ))}
              </ul>
            )
          }
          find={find}
          several
          isChosen={isChosen}
          onPick={(item) => {
            if (!isChosen(item.id)) onAdd(item);
            else if (!isFixed(item.id)) onRemove(item.id);
          }}
          onKey={({ key }, typed) => {
            const last = chosen.at(-1);
            if (key === 'Backspace' && typed === '' && last && !isFixed(last.id)) onRemove(last.id);
            return false;
          }}
          inputRef={input}
        />
      )}
    </Field>
  );
}
