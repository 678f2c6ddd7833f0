import type { ReactNode } from 'react';
import { formatNumber } from '../../shared/locale/index.ts';
import { type Status, StatusShape } from '../../shared/ui/status-shape.tsx';

interface Part {
  readonly tone: 'good' | 'wait' | 'off';
  readonly label: string;
  readonly count: number;
}

const SHAPES: Readonly<Record<Part['tone'], Status>> = { good: 'read', wait: 'notdue', off: 'cancelled' };

interface Props {
  readonly parts: readonly Part[];
  readonly label: string;
  /** Further entries of the legend. */
  readonly children?: ReactNode;
}

/** Parts of a whole as a bar with a legend. Empty parts are left out of the bar. */
export function Meter({ parts, label, children }: Props): ReactNode {
  return (
    <section className="card meter">
      <svg className="shares" role="img" aria-label={label} width="100%" height="10">
        <Shares parts={parts} />
      </svg>
      <dl className="legend">
        {parts.map(({ tone, label: text, count }) => (
          <div key={tone}>
            <dt>
              <StatusShape status={SHAPES[tone]} />
              {text}
            </dt>
            <dd>{formatNumber(count)}</dd>
          </div>
        ))}
        {children}
      </dl>
    </section>
  );
}

/** Widths are SVG attributes: they are data, and the policy forbids inline styles. */
function Shares({ parts }: { readonly parts: readonly Part[] }): ReactNode {
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  let from = 0;
  return parts.map(({ tone, count }) => {
    const x = from;
    from += count;
    if (count === 0) return null;
    return (
      <rect
        key={tone}
        className={tone}
        x={`${(x / total) * 100}%`}
        width={`${Math.max((count / total) * 100 - 0.3, 0.7)}%`}
        y="0"
        height="10"
        rx="3"
      />
    );
  });
}
