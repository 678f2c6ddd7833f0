import { type ComponentProps, type ReactNode, Suspense } from 'react';
import { lazyPart } from '../../../shared/ui/lazy-part.ts';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';

const Panel = lazyPart(() => import('./files-panel.tsx'), 'FilesPanel');

/** The list of a task's files, fetched when it is first asked for. */
export const LazyFilesPanel = ({
  label,
  ...props
}: ComponentProps<typeof Panel> & { readonly label: string }): ReactNode => (
  <Suspense fallback={<Skeleton rows={2} label={label} />}>
    <Panel {...props} />
  </Suspense>
);
