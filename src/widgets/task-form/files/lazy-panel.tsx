import { type ComponentProps, type ReactNode, Suspense } from 'react';
import { containedPart } from '../../../shared/ui/contained-part.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';

const Panel = containedPart(() => import('./files-panel.tsx'), 'FilesPanel');

/** List of a task's files, loaded on first use. */
export const LazyFilesPanel = ({
  label,
  ...props
}: ComponentProps<typeof Panel> & { readonly label: string }): ReactNode => (
  <Suspense fallback={<Skeleton rows={2} label={label} />}>
    <Panel {...props} />
  </Suspense>
);
