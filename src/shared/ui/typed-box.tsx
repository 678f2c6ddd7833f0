import { type ComponentProps, type ReactNode, useState } from 'react';

interface Props {
  readonly control: ComponentProps<'input'>;
  /** What it holds, in order. */
  readonly text: string;
  /** What the field keeps of what could not be read; undefined where the box has to. */
  readonly unread?: string | null | undefined;
  /** Whether that is what was typed last; what could not be read stays as it was typed, so that it can be corrected. */
  readonly isHeld: () => boolean;
  readonly onType: (typed: string) => void;
  readonly onLeave?: (() => void) | undefined;
  readonly inputMode: 'numeric' | 'decimal' | 'text';
  readonly placeholder?: string | undefined;
}

/** A box whose text is read as it is typed, and put in order when it is left. */
export function TypedBox({ control, text, unread, isHeld, onType, onLeave, inputMode, placeholder }: Props): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <input
      {...control}
      type="text"
      inputMode={inputMode}
      autoComplete="off"
      placeholder={placeholder}
      value={typed ?? unread ?? text}
      onChange={(event) => {
        setTyped(event.target.value);
        onType(event.target.value);
      }}
      onBlur={() => {
        if (typed !== null && (unread !== undefined || typed.trim() === '' || isHeld())) setTyped(null);
        onLeave?.();
      }}
    />
  );
}
