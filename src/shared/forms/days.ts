/** Calendar days as the number of days since 1970-01-01; no time, no time zone. */
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const MS_PER_DAY = 86_400_000;

/** Returns the days since 1970-01-01 of an existing ISO day; `null` for anything else. */
export function dayNumber(text: string): number | null {
  const parts = DAY.exec(text);
  if (!parts) return null;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  if (year === 0 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return Math.round(date.getTime() / MS_PER_DAY);
}

/** Returns `null` outside the years 1 to 9999. */
export function dayText(number: number): string | null {
  if (!Number.isInteger(number)) return null;
  const date = new Date(number * MS_PER_DAY);
  const year = date.getUTCFullYear();
  if (Number.isNaN(date.getTime()) || year < 1 || year > 9999) return null;
  return `${String(year).padStart(4, '0')}-${String(date.getUTCMonth() + 1).padStart(2, '0')}-${String(date.getUTCDate()).padStart(2, '0')}`;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Returns the ISO weekday of a day number: 1 is Monday. */
export function weekday(number: number): number {
  return ((((number + 3) % 7) + 7) % 7) + 1;
}

/** Reads `2026-11-21`, `today`, `today+14` or `today-1`. */
export function readDayLiteral(text: string, today: string): string | null {
  if (dayNumber(text) !== null) return text;
  const relative = /^today(?:([+-])(\d{1,5}))?$/.exec(text);
  const start = dayNumber(today);
  if (!relative || start === null) return null;
  const distance = Number(relative[2] ?? 0) * (relative[1] === '-' ? -1 : 1);
  return dayText(start + distance);
}
