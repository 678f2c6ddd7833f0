import { type ReactNode, useRef } from 'react';
import '../../widgets/settings-dimensions/index.ts';
import { useSplitAddress } from '../split-address.ts';

/** Dimension settings; the open dimension and the search are part of the address, so that links and Back work. */
export function DimensionsPage(): ReactNode {
  const element = useRef<HTMLElement>(null);
  const { id, query } = useSplitAddress(element, {
    opening: { event: 'verva-dimension-opened', idOf: ({ dimensionId }) => dimensionId },
    changed: 'verva-dimensions-changed',
  });
  return (
    <verva-settings-dimensions
      ref={element}
      dimension-id={id}
      query={query}
      audit-page="/settings/audit"
      className="fill"
    />
  );
}
