import { dayOf, daysBetween, weekdayOf } from './days.ts';

/** Group of a task in a list sorted by due time. */
export type DueGroup = 'overdue' | 'today' | 'week' | 'later' | 'none';

interface Due {
  /** UTC instant; null without one. */
  readonly due: string | null;
  /** The day alone, if no time of day was set. */
  readonly dueDate: string | null;
}

/** The due day of a task in the tenant's time zone; null without a due time. */
export function dueDay(task: Due, zone: string): string | null {
  if (task.dueDate) return task.dueDate;
  return task.due ? dayOf(task.due, zone) : null;
}

/** The week ends on Sunday, because it starts on Monday. */
export function dueGroup(task: Due, now: Date, zone: string): DueGroup {
  if (!task.due) return 'none';
  if (Date.parse(task.due) < now.getTime()) return 'overdue';
  const day = dueDay(task, zone) as string;
  const today = dayOf(now, zone);
  const distance = daysBetween(today, day);
  if (distance <= 0) return 'today';
  return distance <= 7 - weekdayOf(today) ? 'week' : 'later';
}

/** Whole days that a task is overdue; 0 if overdue since today. */
export function daysLate(task: Due, now: Date, zone: string): number {
  const day = dueDay(task, zone);
  return day ? Math.max(0, daysBetween(day, dayOf(now, zone))) : 0;
}
