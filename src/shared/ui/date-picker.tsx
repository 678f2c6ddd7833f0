import dayjs from 'dayjs';
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useStyles } from '../element/use-styles.ts';
import { localeOf } from '../locale/language.ts';
import { useLanguage, useMessages } from '../locale/use-messages.ts';
import { IconButton } from './button.tsx';
import { datePickerMessages } from './date-picker.messages.ts';
import { placeBeside } from './place.ts';
import styles from './styles/calendar.css?inline';
import './styles/parts-sheet.ts';

const DAY = 'YYYY-MM-DD';
const KEYS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

export interface DatePickerProps {
  /** What the date is for; the button is labelled "Choose a day: …". */
  readonly label: string;
  /** The selected day, `2026-11-21`; the calendar opens at its month. */
  readonly value: string | null;
  /** Today in the user's time zone. */
  readonly today: string;
  readonly onPick: (day: string) => void;
}

/**
 * Button at the end of a date field and the calendar that it opens. Weeks start on Monday in every language (DEL-09).
 */
export function DatePicker({ label, value, today, onPick }: DatePickerProps): ReactNode {
  useStyles(styles);
  const t = useMessages(datePickerMessages);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [day, setDay] = useState<string | null>(null);

  const open = () => {
    setDay(value ?? today);
    box.current?.showPopover();
  };
  // Its position depends on its size, so the month is rendered first.
  const isOpen = day !== null;
  useLayoutEffect(() => {
    if (isOpen && button.current && box.current) placeBeside(button.current, box.current, 'end');
  }, [isOpen]);
  const close = () => {
    box.current?.hidePopover();
    button.current?.focus();
  };
  return (
    <>
      <IconButton
        ref={button}
        icon={CalendarDays}
        small
        label={t('date.open', { attribute: label })}
        aria-haspopup="dialog"
        onClick={open}
      />
      <div
        ref={box}
        popover="auto"
        role="dialog"
        aria-label={t('date.calendar')}
        id={id}
        className="menu calendar"
        onToggle={(event) => {
          if (event.newState === 'closed') setDay(null);
        }}
      >
        {day && (
          <Month
            day={day}
            today={today}
            onMove={setDay}
            onPick={(picked) => {
              onPick(picked);
              close();
            }}
          />
        )}
      </div>
    </>
  );
}

interface MonthProps {
  readonly day: string;
  readonly today: string;
  readonly onMove: (day: string) => void;
  readonly onPick: (day: string) => void;
}

function Month({ day, today, onMove, onPick }: MonthProps): ReactNode {
  const t = useMessages(datePickerMessages);
  const language = useLanguage();
  const grid = useRef<HTMLTableElement>(null);
  const current = dayjs(day);
  const first = current.startOf('month');
  // Weeks start on Monday; dayjs counts from Sunday.
  const before = (first.day() + 6) % 7;
  const start = first.subtract(before, 'day');
  const locale = localeOf(language);
  const title = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }).format(first.toDate());
  const dayName = new Intl.DateTimeFormat(locale, { weekday: 'narrow' });
  const whole = new Intl.DateTimeFormat(locale, { dateStyle: 'full' });
  const weeks = Math.ceil((before + first.daysInMonth()) / 7);

  // The day reached by arrow keys has the focus, which rendering another month must not lose.
  useEffect(() => {
    const focused = grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`);
    const active = (grid.current?.getRootNode() as Document | ShadowRoot | undefined)?.activeElement;
    if (!active?.closest('.calendar-head')) focused?.focus();
  }, [day]);

  const move = (count: number, unit: 'day' | 'month') => {
    const next = current.add(count, unit);
    if (next.year() > 0 && next.year() < 10_000) onMove(next.format(DAY));
  };
  const press = (event: KeyboardEvent) => {
    const distance = KEYS[event.key];
    if (distance !== undefined) move(distance, 'day');
    else if (event.key === 'PageUp') move(-1, 'month');
    else if (event.key === 'PageDown') move(1, 'month');
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="calendar-head row">
        <IconButton icon={ChevronLeft} small label={t('date.previous')} onClick={() => move(-1, 'month')} />
        <span className="grow strong" aria-live="polite">
          {title}
        </span>
        <IconButton icon={ChevronRight} small label={t('date.next')} onClick={() => move(1, 'month')} />
      </div>
      <table ref={grid} onKeyDown={press}>
        <thead>
          <tr>
            {[0, 1, 2, 3, 4, 5, 6].map((offset) => (
              <th key={offset} scope="col" className="xs muted">
                {dayName.format(start.add(offset, 'day').toDate())}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...Array(weeks).keys()]
            .map((week) => start.add(week, 'week'))
            .map((monday) => (
              <tr key={monday.format(DAY)}>
                {[0, 1, 2, 3, 4, 5, 6].map((offset) => {
                  const shown = monday.add(offset, 'day');
                  const text = shown.format(DAY);
                  if (!shown.isSame(first, 'month')) return <td key={text} />;
                  return (
                    <td key={text}>
                      <button
                        type="button"
                        data-day={text}
                        tabIndex={text === day ? 0 : -1}
                        aria-label={whole.format(shown.toDate())}
                        aria-current={text === today ? 'date' : undefined}
                        onClick={() => onPick(text)}
                      >
                        {shown.date()}
                      </button>
                    </td>
                  );
                })}
              </tr>
            ))}
        </tbody>
      </table>
    </>
  );
}
