import type { ReactNode } from 'react';
import type { RecordStatus } from '../../shared/contracts/registries.contract.ts';

/** Colour of a status, shown beside its name. */
export function RecordMark({ status }: { readonly status: RecordStatus | undefined }): ReactNode {
  return <i className="record-mark" style={status && { backgroundColor: status.color }} aria-hidden="true" />;
}
