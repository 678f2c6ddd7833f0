/** Names of time zones known to the browser, with `current`, which may be an older name. */
export function timeZones(current: string): readonly string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', current])].toSorted();
}
