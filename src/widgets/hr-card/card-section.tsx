import { type ReactNode, useId } from 'react';

interface Props {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A part of the card with its heading. */
export function CardSection({ title, actions, className = '', children }: Props): ReactNode {
  const id = useId();
  return (
    <section className={`hr-section ${className}`} aria-labelledby={id}>
      <header>
        <h3 className="t3 grow" id={id}>
          {title}
        </h3>
        {actions}
      </header>
      {children}
    </section>
  );
}
