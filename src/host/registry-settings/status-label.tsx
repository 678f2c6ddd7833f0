import type { ReactNode } from 'react';
import type { RegistryStatus } from '../../shared/contracts/registry-settings.contract.ts';

/** A status as lists show it. */
export function StatusLabel({
  status,
  name,
}: {
  readonly status: Pick<RegistryStatus, 'color'>;
  readonly name: string;
}): ReactNode {
  return (
    <span className="reg-label cut" style={{ backgroundColor: status.color }}>
      {name}
    </span>
  );
}
