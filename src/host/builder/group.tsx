import type { ReactNode } from 'react';

/** Buttons or controls that belong together and what they are about. */
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
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw and name it as a part of a form
    <div role="group" aria-label={label} className={className}>
      {children}
    </div>
  );
}
