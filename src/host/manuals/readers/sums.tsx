import type { CSSProperties, ReactNode } from 'react';
import { formatNumber, useMessages } from '../../../shared/locale/index.ts';
import { type Status, StatusShape } from '../../../shared/ui/status-shape.tsx';
import { reportMessages } from './report.messages.ts';

interface ReadingSums {
  readonly read: number;
  readonly notDue: number;
  readonly overdue: number;
  readonly cancelled: number;
}

const PARTS = ['read', 'notDue', 'overdue', 'cancelled'] as const;
const SHAPES: Readonly<Record<(typeof PARTS)[number], Status>> = {
  read: 'read',
  notDue: 'notdue',
  overdue: 'overdue',
  cancelled: 'cancelled',
};

interface Props {
  readonly sums: ReadingSums;
  /** Without due dates, unread counts as to be read. */
  readonly pending?: boolean;
}

/** Reading progress: a bar, and below it each status with its shape, number and text. */
export function Sums({ sums, pending = false }: Props): ReactNode {
  const t = useMessages(reportMessages);
  const parts = PARTS.filter((part) => sums[part] > 0);
  const all = parts.reduce((sum, part) => sum + sums[part], 0);
  return (
    <div className="mn-sums">
      <div className="mn-meter" aria-hidden="true">
        {parts.map((part) => (
          <span key={part} className={part} style={{ '--share': sums[part] / Math.max(all, 1) } as CSSProperties} />
        ))}
      </div>
      <span className="mn-legend xs">
        {parts.map((part) => (
          <span key={part} className="row row-4 nowrap">
            <StatusShape status={SHAPES[part]} />
            <span>{formatNumber(sums[part])}</span>
            <span className="muted">{t(part === 'notDue' && pending ? 'pending' : part)}</span>
          </span>
        ))}
        {all === 0 && <span className="muted">–</span>}
      </span>
    </div>
  );
}
