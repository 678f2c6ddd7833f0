import { ASSET_STATUS_COLOURS, NEUTRAL_COLOUR } from '../../../shared/contracts/constants.ts';
import type { Registry } from '../records/index.ts';

type Status = Registry['statuses'][number];

/** A status of a registry as its author writes it. */
export type DeclaredStatus = Omit<Status, 'color'> & Partial<Pick<Status, 'color'>>;

/** Gives each status without a colour that of the asset status with its id (PRV-01), and grey to the others. */
export function withColors(statuses: readonly DeclaredStatus[]): Status[] {
  const known: Readonly<Record<string, string>> = ASSET_STATUS_COLOURS;
  return statuses.map((status) => ({
    ...status,
    color: status.color ?? (Object.hasOwn(known, status.id) ? known[status.id]! : NEUTRAL_COLOUR),
  }));
}
