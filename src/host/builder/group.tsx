import type { ReactNode } from 'react';

/** A labelled group of buttons or controls. */
export function Group({
  label,
  className = '',
  children,
}: {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be drawn and named as a part of the form
    <div role="group" aria-label={label} className={className}>
      {children}
    </div>
  );
}
