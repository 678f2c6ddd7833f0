import type { ReactNode } from 'react';
import type { HostText } from '../host-text.ts';
import type { InboxCount } from './inbox-count.ts';

/** Number of open tasks; hidden at zero. */
export function CountBadge({
  count,
  quiet,
  t,
}: {
  readonly count: InboxCount;
  readonly quiet?: boolean;
  readonly t: HostText;
}): ReactNode {
  if (count.count === 0) return null;
  const words = count.atLeast
    ? t('host.countAtLeast', { count: count.count })
    : t('host.count', { count: count.count });
  return (
    <span className={quiet ? 'count quiet' : 'count'}>
      <span aria-hidden="true">
        {count.count}
        {count.atLeast && '+'}
      </span>
      <span className="sr">{words}</span>
    </span>
  );
}
