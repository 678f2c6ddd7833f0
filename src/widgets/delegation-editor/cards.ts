import { signal } from '@preact/signals-core';
import type { ApiErrorCode } from '../../shared/api/index.ts';
import type { Delegation } from '../../shared/contracts/delegations.contract.ts';
import { type Draft, type DraftField, draftOf } from './delegation-editor.rules.ts';

export type SaveState =
  | { readonly status: 'idle' }
  | { readonly status: 'saving' }
  /** `fields` are the server's errors by field; without them the error is shown on the card. */
  | {
      readonly status: 'failed';
      readonly error: unknown;
      readonly fields: Readonly<Partial<Record<DraftField, string>>>;
    };

/** One period, saved or new. */
export interface Card {
  /** Unchanged when the card is saved. */
  readonly key: string;
  readonly saved: Delegation | null;
  readonly draft: Draft;
  readonly changed: boolean;
  /** The user has tried to save this draft, so missing values are reported. */
  readonly tried: boolean;
  readonly save: SaveState;
  /** Key of the card from which this one was split, its own key if it is that card: they are saved together. */
  readonly split: string | null;
}

export type Cards =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly code: ApiErrorCode }
  | { readonly status: 'ready'; readonly cards: readonly Card[] };

export const IDLE: SaveState = { status: 'idle' };

/** The periods of one editor and their order. */
export function createCards() {
  const cards = signal<Cards>({ status: 'loading' });
  const all = () => list(cards.peek());

  function edit(change: (cards: readonly Card[]) => readonly Card[]): void {
    const now = cards.peek();
    if (now.status === 'ready') cards.value = { ...now, cards: change(now.cards) };
  }

  return {
    cards,
    all,
    find: (key: string) => all().find((card) => card.key === key),
    put: (key: string, change: (card: Card) => Card) =>
      edit((before) => before.map((card) => (card.key === key ? change(card) : card))),
    insert: (place: number, card: Card) => edit((before) => before.toSpliced(place, 0, card)),
    take: (key: string) => edit((before) => before.filter((card) => card.key !== key)),
  };
}

export type CardList = ReturnType<typeof createCards>;

export function list(cards: Cards): readonly Card[] {
  return cards.status === 'ready' ? cards.cards : [];
}

/** Shows the server's periods. Cards being edited keep their values. */
export function refreshed(before: readonly Card[], rows: readonly Delegation[]): readonly Card[] {
  const known = (row: Delegation) => before.find((card) => card.saved?.id === row.id);
  const isThere = (card: Card) => rows.some(({ id }) => id === card.saved?.id);
  // A draft outlives its deleted period; saving it again creates a new one.
  const typed = before
    .filter((card) => card.saved === null || (card.changed && !isThere(card)))
    .map((card) => (card.saved?.state === 'ended' ? card : { ...card, saved: null }));
  return [...typed, ...rows.map((row) => withRow(known(row), row))];
}

function withRow(card: Card | undefined, row: Delegation): Card {
  if (!card)
    return { key: row.id, saved: row, draft: draftOf(row), changed: false, tried: false, save: IDLE, split: null };
  if (card.changed) return card;
  return { ...card, saved: row, draft: draftOf(row) };
}
