import type { ReactNode } from 'react';
import type { Organisation } from '../../shared/contracts/organisations.contract.ts';
import { type Status, StatusText } from '../../shared/ui/status-shape.tsx';
import type { OrganisationsText } from './organisations-text.ts';

const SHAPES: Readonly<Record<Organisation['status'], Status>> = {
  active: 'active',
  suspended: 'inactive',
  closing: 'notdue',
};

interface Props {
  readonly organisation: Pick<Organisation, 'status' | 'isProvider'>;
  readonly t: OrganisationsText;
}

/** Whether users can sign in, as shape and word. */
export function OrganisationStatus({ organisation: { status, isProvider }, t }: Props): ReactNode {
  return <StatusText status={SHAPES[status]}>{t(isProvider ? 'status.provider' : `status.${status}`)}</StatusText>;
}
