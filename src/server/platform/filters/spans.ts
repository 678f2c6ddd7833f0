import { Temporal } from 'temporal-polyfill';
import type { FilterValue } from '../list-query.ts';
import { type Base, bad, type FilterContext } from './parameters.ts';

/** A day or an instant in a filter. */
export interface Span {
  readonly from: FilterValue;
  /** The first value after the span; absent for a single value. */
  readonly before?: Date;
}

/** Returns the instants of `now`, an instant, or all days that `daySpan` knows. */
export function instantSpan(base: Base, value: string, context: FilterContext): Span {
  if (value === 'now') return { from: context.now };
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) {
    const instant = new Date(value);
    if (!/(Z|[+-]\d{2}:?\d{2})$/.test(value) || Number.isNaN(instant.getTime())) bad(base.field, value, base.type);
    return { from: instant };
  }
  const [first, last] = daySpan(base, value, context);
  const startOf = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime(context.timeZone).epochMilliseconds);
  return {
    from: startOf(Temporal.PlainDate.from(first)),
    before: startOf(Temporal.PlainDate.from(last).add({ days: 1 })),
  };
}

/** Returns the first and last day of `2026-11-21`, `today`, `today+7`, `thisweek`, `nextweek`, `thismonth`, `nextmonth`. */
export function daySpan({ field, type }: Base, value: string, { timeZone, now }: FilterContext): [string, string] {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
  const span = (from: Temporal.PlainDate, duration: Temporal.DurationLike): [string, string] => [
    from.toString(),
    from.add(duration).subtract({ days: 1 }).toString(),
  ];
  const relative = /^today(?:([+ -])(\d{1,5}))?$/.exec(value);
  if (relative) {
    const days = Number(relative[2] ?? 0) * (relative[1] === '-' ? -1 : 1);
    return span(today.add({ days }), { days: 1 });
  }
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  const first = today.with({ day: 1 });
  switch (value) {
    case 'thisweek':
      return span(monday, { weeks: 1 });
    case 'nextweek':
      return span(monday.add({ weeks: 1 }), { weeks: 1 });
    case 'thismonth':
      return span(first, { months: 1 });
    case 'nextmonth':
      return span(first.add({ months: 1 }), { months: 1 });
  }
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) bad(field, value, type);
  try {
    return span(Temporal.PlainDate.from(value, { overflow: 'reject' }), { days: 1 });
  } catch {
    // For example 30 February.
    return bad(field, value, type);
  }
}
