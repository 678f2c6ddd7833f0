/** Returns a day relative to today in Tallinn, as typed in English. */
export function typedDay(later: number): string {
  const iso = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Tallinn' }).format(Date.now() + later * 86_400_000);
  return iso.split('-').reverse().join('/');
}
