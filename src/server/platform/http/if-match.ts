/** Whether a change names a version other than the current one: `If-Match: "7"`. Without the header the last write wins, as the specification's own clients expect. */
export function isStale(ifMatch: string | undefined, version: number): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return false;
  const wanted = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, '').replaceAll('"', ''));
  return !wanted.includes(String(version));
}
