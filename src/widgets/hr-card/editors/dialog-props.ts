import type { HrUser } from '../../../shared/contracts/hr-users.contract.ts';
import type { HrCardStore } from '../hr-card.store.ts';

/** What every dialog of the card gets. */
export interface DialogProps {
  readonly store: HrCardStore;
  readonly user: HrUser;
  /** Announces a saved change and closes the dialog. */
  readonly onSaved: (text: string) => void;
  readonly onClose: () => void;
}
