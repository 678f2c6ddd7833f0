import { type ReactNode, useRef } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import type { ControlProps } from './field.tsx';

export interface FileButtonProps
  extends Pick<ButtonProps, 'kind' | 'icon' | 'small' | 'busy' | 'aria-describedby' | 'children'> {
  /** Like the attribute of a file input: `.json,application/json`. */
  readonly accept?: string;
  readonly multiple?: boolean;
  /** Props taken from a field. */
  readonly control?: ControlProps;
  /** Receives at least one file; the same file can be chosen again. */
  readonly onChoose: (files: readonly [File, ...File[]]) => void;
}

/** A button that opens the file picker. */
export function FileButton({ accept, multiple, control, onChoose, ...button }: FileButtonProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        {...(control ?? { 'aria-hidden': true })}
        ref={input}
        type="file"
        className="sr"
        tabIndex={-1}
        {...{ accept, multiple }}
        onChange={({ target }) => {
          const [first, ...more] = target.files ?? [];
          target.value = '';
          if (first) onChoose([first, ...more]);
        }}
      />
      <Button {...button} onClick={() => input.current?.click()} />
    </>
  );
}
