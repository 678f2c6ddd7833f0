import type { call } from '../../shared/api/index.ts';
import type { Reading } from '../../shared/contracts/manuals.contract.ts';
import { listRecords } from '../../shared/contracts/records.contract.ts';
import type { Page } from '../../shared/contracts/shapes.contract.ts';

/** The caller's reading of this manual: the open one, otherwise the latest; null without one. */
export async function readingOf(
  send: typeof call,
  manualId: string,
  number: number | undefined,
  signal: AbortSignal,
): Promise<Reading | null> {
  const { items } = (await send(listRecords, {
    params: { resource: 'manuals_read' },
    query: { manual: `eq:${manualId}`, user: 'eq:me', limit: 20 },
    signal,
  })) as Page<Reading>;
  const isWanted = (one: Reading) => number === undefined || one.number === number;
  return (
    items.find((one) => isWanted(one) && (one.state === 'pending' || one.state === 'held')) ??
    items
      .filter(isWanted)
      .toSorted((a, b) => b.number - a.number || (b.readAt ?? '').localeCompare(a.readAt ?? ''))[0] ??
    null
  );
}
