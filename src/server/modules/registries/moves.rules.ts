import type { FieldError } from '../../../shared/contracts/errors.ts';
import type { RecordMove } from '../../../shared/contracts/registries.contract.ts';
import type { Values } from '../../../shared/contracts/shapes.contract.ts';
import { type DataField, textOf } from '../../../shared/forms/index.ts';
import { AppError } from '../../platform/errors.ts';
import type { Registry, Viewer } from '../records/index.ts';

type Member = Pick<Viewer, 'isAdmin' | 'groups'>;
type Moving = Pick<Registry, 'statuses' | 'moves'>;

/**
 * Returns the changes of status that the user may make; null if all are allowed. Administrators need no group, but the fields.
 * A status that the registry no longer has can be left in any direction.
 */
export function movesOf({ statuses, moves }: Moving, { isAdmin, groups }: Member): RecordMove[] | null {
  if (moves.length === 0) return null;
  const known = new Set(statuses.map(({ id }) => id));
  return moves
    .filter((move) => isAdmin || move.groups.length === 0 || move.groups.some((group) => groups.includes(group)))
    .filter(({ from, to }) => known.has(from) && known.has(to))
    .map(({ from, to, requires }) => ({ from, to, requires }));
}

/**
 * Asserts that the status may change so, and returns an error for each field that must have a value and has none. A new record
 * starts in the first status (`from` null), or goes on from there. Throws record.status_move with the allowed statuses.
 */
export function assertMove(
  registry: Moving,
  viewer: Member,
  { from, to, data }: { readonly from: string | null; readonly to: string; readonly data: Values },
  { fields, language }: { readonly fields: readonly DataField[]; readonly language: string },
): FieldError[] {
  const moves = movesOf(registry, viewer);
  const start = from ?? registry.statuses[0]?.id;
  const isKnown = registry.statuses.some(({ id }) => id === start);
  if (moves === null || !isKnown || start === to) return [];
  const move = moves.find((one) => one.from === start && one.to === to);
  if (!move) {
    const nameOf = (id: string) => textOf(registry.statuses.find((status) => status.id === id)?.title, language) || id;
    const allowed = moves.filter((one) => one.from === start).map((one) => nameOf(one.to));
    throw new AppError('record.status_move', {
      from: nameOf(start!),
      to: nameOf(to),
      allowed: allowed.join(', ') || '–',
    });
  }
  return move.requires
    .filter((key) => isBlank(data[key]))
    .map((key) => {
      const label = textOf(fields.find((field) => field.key === key)?.label, language) || key;
      return { pointer: `/data/${key}`, code: 'field.required', params: { attribute: label } };
    });
}

function isBlank(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return true;
  return typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0;
}
