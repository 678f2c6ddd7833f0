import type { Task } from '../../shared/contracts/tasks.contract.ts';
import { daysLate, dueGroup } from '../../shared/locale/days.due.ts';
import type { Status } from '../../shared/ui/status-shape.tsx';
import type { TasksText } from './tasks-text.ts';

/** Icon and text of a task's state; an open task that is overdue or due today shows that instead. */
export function statusOf(task: Task, now: Date, zone: string, t: TasksText): { shape: Status; text: string } {
  switch (task.status) {
    case 'completed':
      return { shape: 'read', text: t('status.completed') };
    case 'cancelled':
      return { shape: 'cancelled', text: t('status.cancelled') };
    case 'held':
      return { shape: 'active', text: t('status.held') };
  }
  const group = dueGroup(task, now, zone);
  if (group === 'overdue') return { shape: 'overdue', text: t('status.late', { count: daysLate(task, now, zone) }) };
  if (group === 'today') return { shape: 'notdue', text: t('status.today') };
  return { shape: 'open', text: t('status.open') };
}
