import type { ReactNode } from 'react';
import { StatusText } from '../../shared/ui/status-shape.tsx';
import type { DimensionsText } from './dimensions-text.ts';

interface Props {
  readonly active: boolean;
  readonly t: DimensionsText;
}

/** Whether forms offer a dimension or value, as shape and word. */
export function ActiveStatus({ active, t }: Props): ReactNode {
  const status = active ? 'active' : 'inactive';
  return <StatusText status={status}>{t(`status.${status}`)}</StatusText>;
}
