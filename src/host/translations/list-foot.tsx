import type { ReactNode } from 'react';
import { useMessages } from '../../shared/locale/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { translationsMessages } from './translations.messages.ts';

interface Props {
  readonly total: number;
  /** Removes the filters; null if there are none. */
  readonly onClear: (() => void) | null;
  /** Loads the next page; null at the end. */
  readonly onMore: (() => Promise<void>) | null;
  /** Further figures. */
  readonly children?: ReactNode;
}

/** How many texts were found, and the way to more of them. */
export function ListFoot({ total, onClear, onMore, children }: Props): ReactNode {
  const t = useMessages(translationsMessages);
  return (
    <div className="pager">
      <span role="status">{t('found', { count: total })}</span>
      {children}
      {onClear && (
        <button type="button" className="link" onClick={onClear}>
          {t('clear')}
        </button>
      )}
      <span className="grow" />
      {onMore && (
        <Button small onClick={() => void onMore().catch(showProblem)}>
          {t('more')}
        </Button>
      )}
    </div>
  );
}
