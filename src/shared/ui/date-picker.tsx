import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { LOCALES } from '../contracts/constants.ts';
import { useStyles } from '../element/use-styles.ts';
import { dayNumber, daysInMonth, dayText, weekday } from '../forms/days.ts';
import { useLanguage, useMessages } from '../locale/use-messages.ts';
import { IconButton } from './button.tsx';
import { datePickerMessages } from './date-picker.messages.ts';
import { placeBeside } from './place.ts';
import styles from './styles/calendar.css?inline';

const KEYS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

export interface DatePickerProps {
  /** What the day is for; the button is called "Choose a day: …". */
  readonly label: string;
  /** The day that is chosen, `2026-11-21`; the month with it opens. */
  readonly value: string | null;
  /** The day it is where the person works. */
  readonly today: string;
  readonly onPick: (day: string) => void;
}

/** The button at the end of a date field, and the month it opens. Monday comes first in every language (DEL-09). */
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
  // Its place depends on its size, so the month has to be drawn first.
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
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = dayNumber(`${day.slice(0, 8)}01`) ?? 0;
  const start = first - weekday(first) + 1;
  const locale = LOCALES[language];
  const title = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    first * 864e5,
  );
  const dayName = new Intl.DateTimeFormat(locale, { weekday: 'narrow', timeZone: 'UTC' });
  const whole = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' });
  const weeks = Math.ceil((weekday(first) - 1 + daysInMonth(year, month)) / 7);

  // The day that arrow keys reach has the focus; the month drawn anew must not lose it.
  useEffect(() => {
    const focused = grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`);
    const active = (grid.current?.getRootNode() as Document | ShadowRoot | undefined)?.activeElement;
    if (!active?.closest('.calendar-head')) focused?.focus();
  }, [day]);

  const move = (to: number) => {
    const next = dayText(to);
    if (next) onMove(next);
  };
  const turn = (months: number) => {
    const index = year * 12 + month - 1 + months;
    const [toYear, toMonth] = [Math.floor(index / 12), (index % 12) + 1];
    const toDay = Math.min(date, daysInMonth(toYear, toMonth));
    const target = `${String(toYear).padStart(4, '0')}-${String(toMonth).padStart(2, '0')}-${String(toDay).padStart(2, '0')}`;
    if (dayNumber(target) !== null) onMove(target);
  };
  const press = (event: KeyboardEvent) => {
    const distance = KEYS[event.key];
    if (distance !== undefined) move((dayNumber(day) ?? 0) + distance);
    else if (event.key === 'PageUp') turn(-1);
    else if (event.key === 'PageDown') turn(1);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="calendar-head row">
        <IconButton icon={ChevronLeft} small label={t('date.previous')} onClick={() => turn(-1)} />
        <span className="grow strong" aria-live="polite">
          {title}
        </span>
        <IconButton icon={ChevronRight} small label={t('date.next')} onClick={() => turn(1)} />
      </div>
      <table ref={grid} onKeyDown={press}>
        <thead>
          <tr>
            {[0, 1, 2, 3, 4, 5, 6].map((offset) => (
              <th key={offset} scope="col" className="xs muted">
                {dayName.format((start + offset) * 864e5)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: weeks }, (_, week) => start + week * 7).map((monday) => (
            <tr key={monday}>
              {[0, 1, 2, 3, 4, 5, 6].map((offset) => {
                const number = monday + offset;
                const text = dayText(number) ?? '';
                if (text.slice(0, 7) !== day.slice(0, 7)) return <td key={number} />;
                return (
                  <td key={number}>
                    <button
                      type="button"
                      data-day={text}
                      tabIndex={text === day ? 0 : -1}
                      aria-label={whole.format(number * 864e5)}
                      aria-current={text === today ? 'date' : undefined}
                      onClick={() => onPick(text)}
                    >
                      {Number(text.slice(8))}
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
