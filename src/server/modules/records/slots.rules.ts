import { MANY, SLOTS, type SlotKind, TITLE_COLUMN } from '../../../shared/contracts/registry.rules.ts';
import type { RegistryColumn } from '../../../shared/contracts/registry-settings.contract.ts';
import { type ColumnKind, SLOT_KINDS, slotHolds } from '../../../shared/forms/index.ts';
import { AppError } from '../../platform/errors.ts';

/** A column that lists are to be filtered by or not, before it has a slot. */
export interface WantedColumn extends Omit<RegistryColumn, 'slot' | 'ready'> {
  readonly filter: boolean;
  /** What lists keep of its field. */
  readonly kind: ColumnKind;
}

/**
 * Gives slots to columns. A column keeps its slot while lists keep the same of its field; others take the first free one and
 * are not ready before the index holds their values. Throws registry.slots_full with a pointer to each column without a slot.
 */
export function assignSlots(
  wanted: readonly WantedColumn[],
  before: readonly RegistryColumn[],
): { readonly columns: RegistryColumn[]; readonly isIndexed: boolean } {
  const kept = new Map(wanted.map((column) => [column.field, keptSlot(column, before)]));
  const taken = new Set([...kept.values()].filter((slot) => slot !== undefined && slot !== MANY));
  const errors: { pointer: string; code: 'registry.slots_full'; params: { max: number } }[] = [];
  const columns = wanted.map((column, index): RegistryColumn => {
    const { filter: _, kind: __, ...rest } = column;
    const earlier = before.find(({ field }) => field === column.field);
    const isSame = earlier?.from === column.from && (earlier.searchable || !column.searchable);
    const slot = kept.get(column.field) ?? newSlot(column, taken);
    if (slot === 'full') {
      const max = SLOTS[SLOT_KINDS[column.kind as keyof typeof SLOT_KINDS]];
      errors.push({ pointer: `/columns/${index}`, code: 'registry.slots_full', params: { max } });
      return { ...rest, ready: false };
    }
    // Titles are part of the record and of its index.
    if (column.field === TITLE_COLUMN) return { ...rest, ready: true };
    if (slot === undefined) return { ...rest, ready: isSame ? earlier.ready : !column.searchable };
    return { ...rest, slot, ready: isSame && earlier.slot === slot && earlier.ready };
  });
  if (errors.length > 0) throw new AppError('registry.slots_full', errors[0]!.params, { errors });
  return { columns, isIndexed: columns.every(({ ready }) => ready) };
}

/** Returns the slot that a column has and keeps. */
function keptSlot({ field, from, filter, kind }: WantedColumn, before: readonly RegistryColumn[]): string | undefined {
  const earlier = before.find((one) => one.field === field && one.from === from);
  return filter && earlier?.slot !== undefined && slotHolds(earlier.slot, kind) ? earlier.slot : undefined;
}

/** Takes a free slot for the column; undefined if it needs none. */
function newSlot({ field, filter, kind }: WantedColumn, taken: Set<string | undefined>): string | undefined {
  if (!filter || kind === 'plain' || field === TITLE_COLUMN) return undefined;
  if (kind === 'many') return MANY;
  const slotKind: SlotKind = SLOT_KINDS[kind];
  for (let number = 1; number <= SLOTS[slotKind]; number += 1) {
    const slot = `${slotKind}${number}`;
    if (taken.has(slot)) continue;
    taken.add(slot);
    return slot;
  }
  return 'full';
}
