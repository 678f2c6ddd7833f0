import { DELEGATION_DEBOUNCE_MS } from '../../shared/contracts/constants.ts';
import type { Card } from './cards.ts';

/** A period as passed to the page after a change: the values of its fields, saved or not. */
export interface ChangedPeriod {
  readonly id: string | null;
  readonly delegateUserId: string | null;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly comment: string;
  readonly replaceVerva: boolean;
  readonly moveOpenTasks: boolean;
  readonly valid: boolean;
  readonly saved: boolean;
}

interface Options {
  readonly changed: (periods: readonly ChangedPeriod[]) => void;
  readonly all: () => readonly Card[];
  readonly isValid: (card: Card) => boolean;
}

/** Passes all periods to the page 500 ms after the last change (DEL-05). */
export function createChangeNotice({ changed, all, isValid }: Options) {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function changedPeriodOf(card: Card): ChangedPeriod {
    const { delegate, startDate, endDate, ...rest } = card.draft;
    return {
      id: card.saved?.id ?? null,
      delegateUserId: delegate?.id ?? null,
      startDate: startDate === 'unreadable' ? null : startDate,
      endDate: endDate === 'unreadable' ? null : endDate,
      ...rest,
      valid: isValid(card),
      saved: !card.changed,
    };
  }

  return {
    schedule(): void {
      clearTimeout(timer);
      timer = setTimeout(() => changed(all().map(changedPeriodOf)), DELEGATION_DEBOUNCE_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
