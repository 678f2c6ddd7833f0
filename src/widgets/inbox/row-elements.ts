import type { Task } from '../../shared/contracts/tasks.contract.ts';
import { formatDayAndTime, formatShortDay, formatTime } from '../../shared/locale/dates.ts';
import { type DueGroup, daysLate, dueDay, dueGroup } from '../../shared/locale/days.due.ts';
import { dayOf, timeZone } from '../../shared/locale/index.ts';
import { priorityOf } from './groups.rules.ts';
import type { InboxText } from './inbox-text.ts';
import type { Row } from './rows.ts';
import type { Column } from './setup.rules.ts';

/** Draws the pictures of a row. */
export type DrawPictures = typeof import('./row-pictures.ts').drawPictures;

/** Context common to all rows of a list. */
export interface RowContext {
  readonly columns: readonly Column[];
  readonly t: InboxText;
  /** Number of rows; -1 while more follow. */
  readonly total: number;
  /** Minute counter: relative due times depend on the clock. */
  readonly minute: number;
  /** Undefined until it has loaded. */
  readonly draw: DrawPictures | undefined;
  readonly onOpen: (taskId: string) => void;
  readonly onFocus: (taskId: string) => void;
}

/** A row and its presentation. */
export interface Shown {
  readonly row: Row;
  /** Offset in pixels from the start of its group. */
  readonly top: number;
  readonly isCurrent: boolean;
  /** Whether the row is in the tab order. */
  readonly isTabbable: boolean;
}

export type RowElements = ReturnType<typeof createRowElements>;

/**
 * Elements of a row, reused for one task after another. Plain DOM: while scrolling, hundreds of rows pass in a second,
 * and only their texts differ. `sample` has every part that a row can have.
 */
export function createRowElements(sample: Element) {
  const item = document.createElement('li');
  const button = item.appendChild(document.createElement('button'));
  button.type = 'button';
  button.append(...sample.cloneNode(true).childNodes);
  const part = (selector: string) => button.querySelector<HTMLElement>(selector);
  const [title, name, kind] = ['.name', '.subject', '.kind'].map(part);
  const [process, key, due] = ['.meta > .cut', '.meta > .number', '.due'].map(part);
  const [extras, behalf, behalfName] = ['.extras', '.behalf', '.behalf > .cut'].map(part);
  const [comments, draft] = button.querySelectorAll<HTMLElement>('.draft');
  const shapes = [...button.querySelectorAll('.st')];
  let context: RowContext | undefined;
  let shown: Shown | undefined;

  button.addEventListener('click', () => shown && context?.onOpen(shown.row.task.id));
  button.addEventListener('focus', () => shown && context?.onFocus(shown.row.task.id));
  // Most rows only scroll past; the full time is formatted when a pointer enters.
  due?.addEventListener('pointerenter', () => {
    due.title = shown?.row.task.due ? formatDayAndTime(shown.row.task.due) : '';
  });

  /** Updates only what differs from the previous row. */
  function show(now: Shown, its: RowContext): void {
    const before = context === its ? shown : undefined;
    shown = now;
    context = its;
    const { row, top, isCurrent, isTabbable } = now;
    if (before?.top !== top) item.style.top = `${top}px`;
    if (before?.row.index !== row.index) item.ariaPosInSet = String(row.index + 1);
    if (before?.isTabbable !== isTabbable) button.tabIndex = isTabbable ? 0 : -1;
    if (before?.row.isTall !== row.isTall || before.isCurrent !== isCurrent) {
      item.className = isCurrent ? 'current' : '';
      button.ariaCurrent = isCurrent ? 'true' : null;
      hide(behalf, !row.isTall);
    }
    if (!before) item.ariaSetSize = String(its.total);
    if (before?.row.task !== row.task) fill(row.task, its);
  }

  function fill(task: Task, { columns, t, draw }: RowContext): void {
    const has = (column: Column) => columns.includes(column);
    const group = dueGroup(task, new Date(), timeZone.peek());
    button.dataset.task = task.id;
    button.className = task.unread ? 'item unread' : 'item';
    const status = group === 'overdue' ? 0 : group === 'today' ? 1 : 2;
    for (const [index, shape] of shapes.entries()) {
      hide(shape, index !== status);
      label(shape, task.unread ? t('inbox.unread') : null);
    }
    if (title && title.title !== task.name) title.title = task.name;
    const { subject, step } = titleOf(task);
    writeText(name, subject);
    writeText(kind, step);
    const shortName = task.process?.shortName ?? task.process?.name ?? (task.manualId && t('inbox.manual'));
    writeText(process, has('process') ? shortName : null);
    writeText(key, has('businessKey') ? task.businessKey : null);
    writeText(comments, task.comments > 0 ? String(task.comments) : null);
    if (comments && task.comments > 0)
      comments.title = comments.ariaLabel = t('inbox.comments', { count: task.comments });
    hide(draft, !task.hasDraft);
    if (draft && task.hasDraft) draft.title = draft.ariaLabel = t('inbox.draft');
    if (due) {
      due.title &&= '';
      const tone = group === 'overdue' ? 'due tone-red' : group === 'today' ? 'due tone-amber' : 'due';
      if (due.className !== tone) due.className = tone;
      writeText(due, dueOf(task, group, t));
    }
    writeText(extras, extrasOf(task, columns, t));
    if (shown?.row.isTall) writeText(behalfName, t('inbox.behalf', { name: task.viaUser?.name }));
    draw?.(button, task);
  }

  return { item, show, taskId: () => shown?.row.task.id };
}

/** Last text of each element: reading it from the DOM is slower. */
const writtenTexts = new WeakMap<Element, string>();

/** Sets the text node at the end of an element; hides the element without text. */
function writeText(element: HTMLElement | null | undefined, words: string | null | undefined): void {
  if (!element) return;
  const now = words || '';
  const before = writtenTexts.get(element);
  if (before === now) return;
  writtenTexts.set(element, now);
  if (before === undefined || (before === '') !== (now === '')) element.toggleAttribute('hidden', now === '');
  (element.lastChild as Text).data = now;
}

function hide(element: Element | null | undefined, isHidden: boolean): void {
  if (element && element.hasAttribute('hidden') !== isHidden) element.toggleAttribute('hidden', isHidden);
}

/** Labels an icon, or hides it from screen readers where text says the same. */
function label(shape: Element, words: string | null): void {
  if (shape.ariaLabel === words) return;
  shape.ariaLabel = words;
  shape.role = words && 'img';
  shape.ariaHidden = words ? null : 'true';
}

/** What the task is about, and the step of its process: `Jüri Lepik` and `Approve leave`. */
export function titleOf({ name, step }: Pick<Task, 'name' | 'step'>): { subject: string; step?: string } {
  return step ? { subject: name.slice(step.length + 1).trim(), step } : { subject: name };
}

function dueOf(task: Task, group: DueGroup, t: InboxText): string {
  const zone = timeZone.peek();
  if (group === 'overdue') {
    const late = daysLate(task, new Date(), zone);
    if (late > 0) return t('inbox.overdueDays', { count: late });
    return task.dueDate ? t('inbox.overdueToday') : t('inbox.overdueSince', { time: formatTime(task.due as string) });
  }
  if (group === 'today') return task.dueDate ? t('inbox.group.today') : formatTime(task.due as string);
  const day = dueDay(task, zone);
  if (!day) return '';
  return task.dueDate ? formatShortDay(day) : `${formatShortDay(day)} ${formatTime(task.due as string)}`;
}

function extrasOf(task: Task, columns: readonly Column[], t: InboxText): string {
  const words = columns.flatMap((column) => {
    switch (column) {
      case 'assignee':
        return task.assignee?.name ?? t('inbox.free');
      case 'priority':
        return t(`inbox.priority.${priorityOf(task.priority)}`);
      case 'created':
        return t('inbox.created', { date: formatShortDay(dayOf(task.created, timeZone.peek())) });
      default:
        return [];
    }
  });
  return words.join(' · ');
}
