import { type ReactNode, Suspense } from 'react';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import type { RowMenuProps } from './editors/row-menu.tsx';

const RowMenu = containedPart(() => import('./editors/row-menu.tsx'), 'RowMenu');

/** The menu of a row; its code is only loaded for users who may change the row. */
export function RowActions(props: RowMenuProps): ReactNode {
  return (
    <Suspense fallback={<span className="hr-actions" />}>
      <span className="hr-actions">
        <RowMenu {...props} />
      </span>
    </Suspense>
  );
}
