import type { ReactNode } from 'react';
import type { ManualVersion } from '../../../shared/contracts/manual-authoring.contract.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import type { Status } from '../../../shared/ui/status-shape.tsx';
import type { ManualText } from '../manual-context.ts';

const SHAPES: Readonly<Record<ManualVersion['state'], Status>> = {
  draft: 'open',
  scheduled: 'notdue',
  released: 'active',
  retired: 'cancelled',
};
const TONES = { draft: 'grey', scheduled: 'amber', released: 'green', retired: 'grey' } as const;

/** Version status as shape and text. */
export function VersionState({
  state,
  t,
}: {
  readonly state: ManualVersion['state'];
  readonly t: ManualText;
}): ReactNode {
  return (
    <Badge tone={TONES[state]} status={SHAPES[state]}>
      {t(`version.${state}`)}
    </Badge>
  );
}
