import type { ReactNode } from 'react';

interface SkeletonProps {
  readonly rows?: number;
  /** Announced: what is loading. */
  readonly label?: string;
}

/** Placeholder lines for a list that is loading. The style sheet shows them only after 200 ms. */
export function Skeleton({ rows = 3, label }: SkeletonProps): ReactNode {
  const lines = (
    <div className="skeleton" aria-hidden="true">
      {[...Array(rows).keys()].map((row) => (
        <div className="row" key={row}>
          <span className="sk round" />
          <span className="stack grow">
            <span className={row % 2 === 0 ? 'sk w-3/4' : 'sk w-3/5'} />
            <span className={row % 2 === 0 ? 'sk w-2/5' : 'sk w-1/3'} />
          </span>
        </div>
      ))}
    </div>
  );
  if (label === undefined) return lines;
  return (
    <>
      <span className="sr" role="status">
        {label}
      </span>
      {lines}
    </>
  );
}
