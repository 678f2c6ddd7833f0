import type { ReactNode } from 'react';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { useManual } from '../manual-context.ts';
import { ReadingList } from './reading-list.tsx';

/** Who has read this manual and who has not. */
export function ReadersTab(): ReactNode {
  const { manual, send, mayWrite, t } = useManual();
  if (manual.number === null) return <EmptyState title={t('readers.none')} text={t('readers.none.more')} />;
  return (
    <div className="mn-readers">
      <ReadingList send={send} manualId={manual.id} mayWrite={mayWrite} />
    </div>
  );
}
