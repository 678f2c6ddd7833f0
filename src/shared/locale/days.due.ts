import { dayOf, daysBetween, weekdayOf } from './days.ts';

/** Where a task stands in the list when it is ordered by its due time. */
export type DueGroup = 'overdue' | 'today' | 'week' | 'later' | 'none';

interface Due {
  /** UTC instant; null without one. */
  readonly due: string | null;
  /** The day alone, where no time of day was meant. */
  readonly dueDate: string | null;
}

/** The day by which a task is due, in the tenant's zone; null when it has no due time. */
export function dueDay(task: Due, zone: string): string | null {
  if (task.dueDate) return task.dueDate;
  return task.due ? dayOf(task.due, zone) : null;
}

/** The week ends on Sunday, as it begins on Monday. */
export function dueGroup(task: Due, now: Date, zone: string): DueGroup {
  if (!task.due) return 'none';
  if (Date.parse(task.due) < now.getTime()) return 'overdue';
  const day = dueDay(task, zone) as string;
  const today = dayOf(now, zone);
  const distance = daysBetween(today, day);
  if (distance <= 0) return 'today';
  return distance <= 7 - weekdayOf(today) ? 'week' : 'later';
}

/** Whole days that a task is late; 0 when it became late today. */
export function daysLate(task: Due, now: Date, zone: string): number {
  const day = dueDay(task, zone);
  return day ? Math.max(0, daysBetween(day, dayOf(now, zone))) : 0;
}
