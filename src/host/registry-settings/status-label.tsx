import type { ReactNode } from 'react';
import type { RegistryStatus } from '../../shared/contracts/registry-settings.contract.ts';
import { isReadable } from './contrast.rules.ts';

interface Props {
  readonly status: Pick<RegistryStatus, 'color'>;
  readonly name: string;
}

/** A status with its colour: behind its name if that can be read, otherwise before it. */
export function StatusLabel({ status: { color }, name }: Props): ReactNode {
  return (
    <span className="reg-label cut" style={isReadable(color) ? { backgroundColor: color } : undefined}>
      {!isReadable(color) && <i className="record-mark" style={{ backgroundColor: color }} aria-hidden="true" />}
      {name}
    </span>
  );
}
