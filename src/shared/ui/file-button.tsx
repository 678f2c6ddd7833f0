import { type ReactNode, useRef } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import type { ControlProps } from './field.tsx';

export interface FileButtonProps
  extends Pick<ButtonProps, 'kind' | 'icon' | 'small' | 'busy' | 'aria-describedby' | 'children'> {
  /** As of an input of files: `.json,application/json`. */
  readonly accept?: string;
  readonly multiple?: boolean;
  /** In a field: what the control takes over from it. */
  readonly control?: ControlProps;
  /** With at least one; the same may be chosen again. */
  readonly onChoose: (files: readonly [File, ...File[]]) => void;
}

/** A button that asks for a file. */
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
