import type { EditedMenuItem } from '../../shared/contracts/menus.contract.ts';
import type { Place } from './move.rules.ts';

/** Actions on an entry. */
export interface EntryActions {
  readonly onChange: (entry: EditedMenuItem) => void;
  readonly onAddBelow: (entry: EditedMenuItem) => void;
  readonly onMove: (entry: EditedMenuItem, place: Place) => void;
  readonly onReset: (entry: EditedMenuItem) => void;
  readonly onRemove: (entry: EditedMenuItem) => void;
}
