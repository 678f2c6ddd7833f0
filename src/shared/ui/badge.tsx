import type { ReactNode } from 'react';
import { type Status, StatusShape } from './status-shape.tsx';
import './styles/parts-sheet.ts';

export interface BadgeProps {
  readonly tone?: 'grey' | 'red' | 'amber' | 'green' | 'info';
  readonly status?: Status;
  readonly children: ReactNode;
}

/** A label on a light background. Informative, not clickable. */
export function Badge({ tone = 'grey', status, children }: BadgeProps): ReactNode {
  return (
    <span className={`badge ${tone}`}>
      {status && <StatusShape status={status} />}
      {children}
    </span>
  );
}

export interface CountProps {
  readonly value: number;
  /** For items that are not current. */
  readonly quiet?: boolean;
  /** More than `max` is shown as `99+`. */
  readonly max?: number;
}

/** A count; empty at zero. The surrounding component provides the text for screen readers. */
export function Count({ value, quiet, max = 999 }: CountProps): ReactNode {
  if (value <= 0) return null;
  return <span className={quiet ? 'count quiet' : 'count'}>{value > max ? `${max}+` : value}</span>;
}
