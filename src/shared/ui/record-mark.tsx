import type { ReactNode } from 'react';
import type { RecordStatus } from '../contracts/registries.contract.ts';
import { useStyles } from '../element/use-styles.ts';
import styles from './styles/record-mark.css?inline';

/** Colour of a status, shown beside its name. */
export function RecordMark({ status }: { readonly status: RecordStatus | undefined }): ReactNode {
  useStyles(styles);
  return <i className="record-mark" style={status && { backgroundColor: status.color }} aria-hidden="true" />;
}
