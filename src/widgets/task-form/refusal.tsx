import type { ReactNode } from 'react';
import { problemText } from '../../shared/api/problem-text.ts';
import { formatDay, formatTime } from '../../shared/locale/dates.ts';
import { dayOf } from '../../shared/locale/days.ts';
import { timeZone } from '../../shared/locale/index.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import type { ActState } from './task-form.store.ts';
import type { TaskText } from './task-text.ts';

/** Why the last action was refused, and that the input is kept. */
export function Refusal({ act, t }: { readonly act: ActState; readonly t: TaskText }): ReactNode {
  if (act.status !== 'refused') return null;
  const { error } = act;
  const at = String(error.params.time ?? '');
  const name = String(error.params.name ?? '');
  switch (error.code) {
    case 'task.already_completed':
      return (
        <Banner tone="amber">
          {t('task.alreadyCompleted', {
            name,
            date: at ? formatDay(dayOf(at, timeZone.value)) : '',
            time: at ? formatTime(at) : '',
          })}{' '}
          {t('task.inputKept')}
        </Banner>
      );
    case 'task.held':
      // Shown by the task's banner while it is deferred.
      return null;
    case 'task.claimed_by_other':
      return <Banner tone="amber">{t('task.claimedBy', { name })}</Banner>;
    case 'network':
      return <Banner tone="red">{t('task.offline')}</Banner>;
    case 'unreadable':
      return <Banner tone="red">{t('task.notSent')}</Banner>;
    default:
      return <Banner tone="red">{problemText(error)}</Banner>;
  }
}
