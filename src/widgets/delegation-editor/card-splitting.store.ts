import type { Days, DelegationConflict, DelegationPreview } from '../../shared/contracts/delegations.contract.ts';
import type { UserRef } from '../../shared/contracts/shapes.contract.ts';
import { addDays } from '../../shared/locale/index.ts';
import { randomId } from '../../shared/page/random.ts';
import { type Card, type CardList, IDLE } from './cards.ts';
import { isChanged, isWhole, type WholeDraft } from './delegation-editor.rules.ts';

/** Splits a period so that another delegate covers some of its days. Nothing is sent; the parts are saved together. */
export function createCardSplitting({ all, find, put, insert, take }: CardList) {
  /** Cards of one split in the order in which they are saved: the shortened period frees the days of the others. */
  function together(card: Card): readonly Card[] {
    if (card.split === null) return [card];
    const cards = all().filter((one) => one.split === card.split);
    return cards.toSorted((a, b) => Number(b.key === card.split) - Number(a.key === card.split));
  }

  /** Lets `delegate` cover for these days; returns the key of the card with them, or null if the period has no dates. */
  function cover(key: string, days: Days, delegate: UserRef | null): string | null {
    const card = find(key);
    if (!card || !isWhole(card.draft)) return null;
    const [kept, rest] = without(card.draft, days);
    if (!kept) {
      put(key, (one) => withDraft(one, { ...one.draft, delegate }));
      return key;
    }
    const split = card.split ?? key;
    put(key, (one) => ({ ...withDraft(one, { ...one.draft, ...kept }), split }));
    const part = (more: Partial<WholeDraft> | { delegate: null }): Card => ({
      key: randomId(),
      saved: null,
      draft: { ...card.draft, ...days, ...more },
      changed: true,
      tried: false,
      save: IDLE,
      split,
    });
    const covered = part(delegate ? { delegate } : { delegate: null });
    const parts = [covered, ...(rest ? [part(rest)] : [])];
    for (const [index, one] of parts.entries()) insert(all().findIndex((other) => other.key === key) + 1 + index, one);
    return covered.key;
  }

  /** Restores the period from which a card was split, and removes the parts that are not saved. */
  function undo(card: Card): void {
    for (const one of together(card)) {
      if (one.saved === null && one.key !== card.split) take(one.key);
      else put(one.key, (part) => ({ ...part, split: null }));
    }
  }

  /** The server knows the period as it was before a split: its parts do not overlap with it. */
  function withoutParts(found: DelegationPreview, card: Card): DelegationPreview {
    const saved = together(card).flatMap((part) => part.saved ?? []);
    const isPart = ({ code, params }: DelegationConflict) =>
      code === 'overlap' && saved.some((one) => one.startDate === params.from && one.endDate === params.until);
    return { ...found, conflicts: found.conflicts.filter((one) => !isPart(one)) };
  }

  return { together, cover, undo, withoutParts };
}

function withDraft(card: Card, draft: Card['draft']): Card {
  return { ...card, draft, changed: isChanged(draft, card.saved), save: IDLE };
}

/** Returns the parts of a period before and after some of its days. */
function without({ startDate, endDate }: WholeDraft, days: Days): Days[] {
  const before = { startDate, endDate: addDays(days.startDate, -1) };
  const after = { startDate: addDays(days.endDate, 1), endDate };
  return [before, after].filter((part) => part.startDate <= part.endDate);
}
