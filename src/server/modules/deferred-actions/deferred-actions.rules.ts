/** Nobody waits longer than this for what they asked for. */
const UNDO_MAX_SECONDS = 30;
/** How often a change that failed is tried before it is given up. */
const TRIES = 5;

/** Seconds of `Prefer: undo=10` (RFC 7240); 0, at once, when nothing of the kind was asked for. */
export function undoSeconds(prefer: string | readonly string[] | undefined): number {
  const wish = [prefer ?? []]
    .flat()
    .join(',')
    .match(/(?:^|[,;])\s*undo\s*=\s*"?(\d{1,6})"?\s*(?=[,;]|$)/i);
  return Math.min(Number(wish?.[1] ?? 0), UNDO_MAX_SECONDS);
}

/** When to try again after `attempts` failures; undefined: given up. What the product itself refuses is not tried again. */
export function nextTry(attempts: number, isRefusal: boolean, now: Date): Date | undefined {
  if (isRefusal || attempts >= TRIES) return undefined;
  return new Date(now.getTime() + 2 ** attempts * 1000);
}
