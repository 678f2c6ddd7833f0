import type { HrUser } from '../../shared/contracts/hr-users.contract.ts';
import type { HrCardStore } from './hr-card.store.ts';
import type { HrCardText } from './hr-card-text.ts';

/** What every part of the card gets. */
export interface SectionProps {
  readonly store: HrCardStore;
  readonly user: HrUser;
  readonly t: HrCardText;
}
