import { computed, signal } from '@preact/signals-core';
import { type call, codeOf } from '../../shared/api/index.ts';
import { DELEGATION_DEBOUNCE_MS } from '../../shared/contracts/constants.ts';
import { undoDeferred } from '../../shared/contracts/deferred-actions.contract.ts';
import {
  type Days,
  type Delegation,
  type DelegationConflict,
  getDelegations,
} from '../../shared/contracts/delegations.contract.ts';
import type { UserRef } from '../../shared/contracts/shapes.contract.ts';
import { randomId } from '../../shared/page/random.ts';
import { createCardEffects, type PreviewState } from './card-effects.store.ts';
import { createCardSaving } from './card-saving.store.ts';
import { createCardSplitting } from './card-splitting.store.ts';
import { type Card, createCards, IDLE, list, refreshed, type SaveState } from './cards.ts';
import { type ChangedPeriod, createChangeNotice } from './change-notice.ts';
import {
  type Draft,
  type DraftField,
  draftOf,
  EMPTY,
  type Fault,
  faultsOf,
  isChanged,
  isShownImmediately,
  isWhole,
} from './delegation-editor.rules.ts';

export interface EditorOptions {
  /** `call` of shared/api. */
  readonly send: typeof call;
  /** The delegator: `me`, a username or a key. */
  readonly userId: string;
  /** Called 500 ms after the last change (DEL-05). */
  readonly changed: (periods: readonly ChangedPeriod[]) => void;
  /** Key of the delegator, if known. */
  readonly personKey?: string | null;
}

/** Creates the state of one delegation editor. */
export function createDelegationEditor({ send, userId, changed, personKey = null }: EditorOptions) {
  const periods = createCards();
  const { cards, all, find, put } = periods;
  const selected = signal<string | null>(null);
  const showsEnded = signal(false);
  const current = computed(() => list(cards.value).find(({ key }) => key === selected.value) ?? null);
  const effects = createCardEffects({ send, userId, current, faults: () => faults(current.peek()!, 'all') });
  const splitting = createCardSplitting(periods);
  const preview = computed<PreviewState>(() => {
    const state = effects.preview.value;
    const card = current.value;
    if (!card) return state;
    if (state.status === 'ready') return { ...state, preview: splitting.withoutParts(state.preview, card) };
    if (state.status === 'loading' && state.before)
      return { ...state, before: splitting.withoutParts(state.before, card) };
    return state;
  });
  const saving = createCardSaving({
    send,
    userId,
    cards: periods,
    faults: (card) => faults(card, 'all'),
    take,
    saved: noteChange,
  });
  const notice = createChangeNotice({ changed, all, isValid: (card) => Object.keys(faults(card, 'all')).length === 0 });
  let running = new AbortController();

  /** Reloads the periods. Cards being edited keep their values. */
  async function load(): Promise<void> {
    running.abort();
    running = new AbortController();
    const mine = running;
    try {
      const query = showsEnded.peek() ? { ended: true } : {};
      const rows = await send(getDelegations, { params: { userId }, query, signal: mine.signal });
      if (mine !== running) return;
      cards.value = { status: 'ready', cards: refreshed(all(), rows) };
      if (selected.peek() !== null && !find(selected.peek()!)) select(null);
    } catch (error) {
      if (mine !== running || mine.signal.aborted) return;
      // After a failed refresh the periods stay; the next event or visit tries again.
      if (cards.peek().status !== 'ready') cards.value = { status: 'failed', code: codeOf(error) };
    }
  }

  /** DEL-02: adds a blank card at the top and opens it. */
  function add(): void {
    if (cards.peek().status !== 'ready') return;
    const key = randomId();
    periods.insert(0, { key, saved: null, draft: EMPTY, changed: true, tried: false, save: IDLE, split: null });
    open(key);
    notice.schedule();
  }

  /** DEL-03: opens a card and closes the open one. */
  function select(key: string | null): void {
    open(key === selected.peek() ? null : key);
  }

  function open(key: string | null): void {
    selected.value = key;
    effects.reset();
    const card = key === null ? undefined : find(key);
    if (card?.saved && card.saved.state !== 'coming') void effects.loadReport(card.saved.id);
    if (card?.saved?.state !== 'ended') effects.schedulePreview(0);
  }

  function change(key: string, fields: Partial<Draft>): void {
    put(key, (card) => {
      const draft = { ...card.draft, ...fields };
      return { ...card, draft, changed: isChanged(draft, card.saved), save: withoutFields(card.save, fields) };
    });
    notice.schedule();
    effects.schedulePreview(DELEGATION_DEBOUNCE_MS);
  }

  /** Validation errors of a card that are to be shown now. */
  function faults(card: Card, which: 'all' | 'now' = 'now'): Readonly<Partial<Record<DraftField, Fault>>> {
    const others = all().flatMap((other) => {
      if (other.key === card.key) return [];
      // Parts of one split are saved together, so their typed days count.
      if (other.split !== null && other.split === card.split) return isWhole(other.draft) ? [other.draft] : [];
      return other.saved ?? [];
    });
    const found = faultsOf(card.draft, personKey, others);
    if (which === 'all' || card.tried) return found;
    return Object.fromEntries(Object.entries(found).filter(([, fault]) => isShownImmediately(fault)));
  }

  /**
   * Saves a card, together with the others of its split; resolves to true when the server has stored all. A card that
   * cannot be saved is opened.
   */
  async function save(key: string): Promise<boolean> {
    const card = find(key);
    if (!card) return false;
    const cards = splitting.together(card);
    for (const one of cards) put(one.key, (part) => ({ ...part, tried: true }));
    const refused = cards.find((one) => Object.keys(faults(one, 'all')).length > 0);
    if (refused) {
      show(refused.key);
      return false;
    }
    for (const one of cards.filter(({ changed: isToSave }) => isToSave)) {
      if (await saving.save(one.key)) continue;
      show(one.key);
      return false;
    }
    for (const one of cards) put(one.key, (part) => ({ ...part, split: null }));
    return true;
  }

  function show(key: string): void {
    if (selected.peek() !== key) open(key);
  }

  function showSaved(isWanted: (delegation: Delegation) => boolean): void {
    const card = all().find(({ saved }) => saved !== null && isWanted(saved));
    if (card) show(card.key);
  }

  /** Splits the open period, so that `delegate` covers on these days, or opens a card to choose who does. */
  function cover(days: Days, delegate: UserRef | null): void {
    const key = selected.peek() === null ? null : splitting.cover(selected.peek()!, days, delegate);
    if (key === null) return;
    show(key);
    noteChange();
  }

  /** Number of cards that are saved with this one. */
  const partsOf = (card: Card) => splitting.together(card).length;

  /** Resets a card to its saved values; removes a card that was never saved. Undoes a split. */
  function discard(key: string): void {
    const before = find(key);
    if (!before) return;
    const root = before.split ?? key;
    splitting.undo(before);
    if (before.split !== null) show(root);
    const card = find(root);
    if (!card) return;
    const { saved } = card;
    if (saved === null) take(root);
    else {
      put(root, (one) => ({ ...one, draft: draftOf(saved), changed: false, tried: false, save: IDLE }));
      noteChange();
    }
  }

  /** Restores a removed period. Throws when the time for undoing has passed. */
  async function undo(heldId: string): Promise<void> {
    await send(undoDeferred, { params: { id: heldId } });
    await load();
    notice.schedule();
  }

  function take(key: string): void {
    if (selected.peek() === key) open(null);
    periods.take(key);
    notice.schedule();
  }

  /** After the values of the open card have changed as a whole. */
  function noteChange(): void {
    notice.schedule();
    effects.schedulePreview(0);
  }

  function setShowsEnded(shows: boolean): Promise<void> {
    showsEnded.value = shows;
    return load();
  }

  return {
    /** The delegations are those of the signed-in user. */
    isOwn: userId === 'me',
    cards,
    selected,
    current,
    showsEnded,
    preview,
    report: effects.report,
    load,
    add,
    select,
    change,
    faults,
    save,
    cover,
    partsOf,
    /** Opens the card of a saved delegation. */
    showDelegation: (id: string) => showSaved((saved) => saved.id === id),
    /** Opens the card with which the open one overlaps. */
    showOverlap: ({ params }: DelegationConflict) =>
      showSaved(({ startDate, endDate }) => startDate === params.from && endDate === params.until),
    discard,
    remove: saving.remove,
    undo,
    setShowsEnded,
    stop() {
      notice.stop();
      running.abort();
      effects.stop();
    },
  };
}

export type DelegationEditorStore = ReturnType<typeof createDelegationEditor>;

function withoutFields(save: SaveState, fields: Partial<Draft>): SaveState {
  if (save.status !== 'failed') return save;
  const left = Object.entries(save.fields).filter(([name]) => !Object.hasOwn(fields, name));
  return left.length === 0 ? IDLE : { ...save, fields: Object.fromEntries(left) };
}
