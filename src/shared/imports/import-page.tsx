import { type ReactNode, Suspense } from 'react';
import { containedPart } from '../ui/contained-part.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { ImportDone, ImportedResource } from './import.store.ts';

const ImportView = containedPart(() => import('./import-view.tsx'), 'ImportView');

interface Props {
  readonly resource: ImportedResource;
  readonly onClose: () => void;
  /** After an import, or its undo, has ended. */
  readonly onDone: (done: ImportDone) => void;
}

/** The import of a list, in its place. Loads when it is opened. */
export function ImportPage(props: Props): ReactNode {
  return (
    <Suspense fallback={<Skeleton rows={8} />}>
      <ImportView {...props} />
    </Suspense>
  );
}
