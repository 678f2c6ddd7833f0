import type { ReactNode } from 'react';
import { joinParts, splitParts, splitRange } from '../../contracts/filters.rules.ts';
import { formatDayAndTime } from '../../locale/dates.ts';
import { isDay } from '../../locale/days.ts';
import { DayBox } from '../day-box.tsx';
import { DAY_SPANS, type DaySpan, type FilterText, readDay, writeDay } from './columns.ts';
import type { ValueProps } from './value-props.ts';

/** A day: fixed, or relative to today; two of them for a range. */
export function DateValue({ column, asked, value, onChange, t }: ValueProps): ReactNode {
  const name = column.title;
  const withNow = column.type === 'instant' && asked !== 'eq' && asked !== 'neq';
  if (asked === 'in') {
    const [first = ''] = splitParts(value);
    return <Day name={name} value={first} onChange={(day) => onChange(joinParts([day]))} withNow={false} t={t} />;
  }
  if (asked !== 'inrange') return <Day name={name} value={value} onChange={onChange} withNow={withNow} t={t} />;
  const [from, to] = splitRange(value);
  return (
    <div className="stack range-days">
      <Day
        name={t('from', { column: name })}
        value={from}
        onChange={(day) => onChange(`${day},${to}`)}
        withNow={withNow}
        t={t}
      />
      <Day
        name={t('to', { column: name })}
        value={to}
        onChange={(day) => onChange(`${from},${day}`)}
        withNow={withNow}
        t={t}
      />
    </div>
  );
}

interface DayProps {
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly withNow: boolean;
  readonly t: FilterText;
}

function Day({ name, value, onChange, withNow, t }: DayProps): ReactNode {
  const day = readDay(value);
  const choose = (kind: string) => {
    if (kind === 'fixed') onChange('');
    else if (kind === 'ahead' || kind === 'ago') onChange(writeDay({ kind, count: '7' }));
    else onChange(writeDay({ kind: kind as DaySpan | 'now' }));
  };
  return (
    <div className="day-value">
      <select
        className="control"
        aria-label={t('day.kind', { column: name })}
        value={day.kind}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="fixed">{t('day.fixed')}</option>
        {(withNow || day.kind === 'now') && <option value="now">{t('day.now')}</option>}
        {DAY_SPANS.map((span) => (
          <option key={span} value={span}>
            {t(`day.${span}`)}
          </option>
        ))}
        <option value="ahead">{t('day.ahead')}</option>
        <option value="ago">{t('day.ago')}</option>
      </select>
      {day.kind === 'fixed' && <FixedDay name={name} value={day.day} onChange={onChange} t={t} />}
      {(day.kind === 'ahead' || day.kind === 'ago') && (
        <input
          className="control count-of-days"
          type="text"
          inputMode="numeric"
          maxLength={5}
          aria-label={t('day.count', { column: name })}
          value={day.count}
          onChange={(event) => onChange(writeDay({ kind: day.kind, count: event.target.value.replaceAll(/\D/g, '') }))}
        />
      )}
    </div>
  );
}

function FixedDay({ name, value, onChange, t }: Omit<DayProps, 'withNow'>): ReactNode {
  const isInstant = !isDay(value) && !Number.isNaN(Date.parse(value));
  return (
    <DayBox
      control={{ 'aria-label': t('value', { column: name }) }}
      label={name}
      value={isDay(value) ? value : null}
      text={isInstant ? formatDayAndTime(value) : ''}
      onChange={(day) => onChange(day ?? '')}
    />
  );
}
