/** Maximum delay of an action. */
const UNDO_MAX_SECONDS = 30;
/** Attempts before a failing action is abandoned. */
const MAX_ATTEMPTS = 5;

/** Parses the seconds of `Prefer: undo=10` (RFC 7240); 0 (execute at once) without such a preference. */
export function undoSeconds(prefer: string | readonly string[] | undefined): number {
  const preference = [prefer ?? []]
    .flat()
    .join(',')
    .match(/(?:^|[,;])\s*undo\s*=\s*"?(\d{1,6})"?\s*(?=[,;]|$)/i);
  return Math.min(Number(preference?.[1] ?? 0), UNDO_MAX_SECONDS);
}

/** Returns the time of the next attempt after `attempts` failures; undefined: abandoned. Refusals by the product are not retried. */
export function nextTry(attempts: number, isRefusal: boolean, now: Date): Date | undefined {
  if (isRefusal || attempts >= MAX_ATTEMPTS) return undefined;
  return new Date(now.getTime() + 2 ** attempts * 1000);
}
