import { type ComponentProps, type ReactNode, useState } from 'react';

interface Props {
  readonly control: ComponentProps<'input'>;
  /** The formatted value. */
  readonly text: string;
  /** Unreadable input kept by the field; undefined if the box keeps it. */
  readonly unread?: string | null | undefined;
  /** Whether the field holds the last input; unreadable input stays as typed, to be corrected. */
  readonly isHeld: () => boolean;
  readonly onType: (typed: string) => void;
  readonly onLeave?: (() => void) | undefined;
  readonly inputMode: 'numeric' | 'decimal' | 'text';
  readonly placeholder?: string | undefined;
}

/** An input that is parsed while typing, and formatted when it loses the focus. */
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
