import { computed, signal } from '@preact/signals-core';
import { createIdempotentRequest, type IdempotentRequest } from '../../shared/api/idempotent-request.ts';
import { ApiError, type ApiErrorCode, type call, codeOf } from '../../shared/api/index.ts';
import { DELEGATION_DEBOUNCE_MS, UNDO_SECONDS } from '../../shared/contracts/constants.ts';
import { type Deferred, undoDeferred } from '../../shared/contracts/deferred-actions.contract.ts';
import {
  type Delegation,
  deleteDelegation,
  getDelegations,
  saveDelegation,
} from '../../shared/contracts/delegations.contract.ts';
import { randomId } from '../../shared/page/random.ts';
import { createCardEffects } from './card-effects.store.ts';
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
}

export type Cards =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly code: ApiErrorCode }
  | { readonly status: 'ready'; readonly cards: readonly Card[] };

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

const IDLE: SaveState = { status: 'idle' };

/** Creates the state of one delegation editor. */
export function createDelegationEditor({ send, userId, changed, personKey = null }: EditorOptions) {
  const cards = signal<Cards>({ status: 'loading' });
  const selected = signal<string | null>(null);
  const showsEnded = signal(false);
  const current = computed(() => list(cards.value).find(({ key }) => key === selected.value) ?? null);
  const effects = createCardEffects({ send, userId, current, faults: () => faults(current.peek()!, 'all') });
  let changedTimer: ReturnType<typeof setTimeout> | undefined;
  let running = new AbortController();

  /** By card key: several cards can be saving at once. */
  const idempotentRequests = new Map<string, IdempotentRequest>();

  const all = () => list(cards.peek());
  const find = (key: string) => all().find((card) => card.key === key);

  function put(key: string, change: (card: Card) => Card): void {
    const now = cards.peek();
    if (now.status !== 'ready') return;
    cards.value = { ...now, cards: now.cards.map((card) => (card.key === key ? change(card) : card)) };
  }

  /** Reloads the periods. Cards being edited keep their values. */
  async function load(): Promise<void> {
    running.abort();
    running = new AbortController();
    const mine = running;
    try {
      const query = showsEnded.peek() ? { ended: true } : {};
      const rows = await send(getDelegations, { params: { userId }, query, signal: mine.signal });
      if (mine !== running) return;
      const before = all();
      const known = (row: Delegation) => before.find((card) => card.saved?.id === row.id);
      const loaded = rows.map((row) => refreshed(known(row), row));
      const isThere = (card: Card) => rows.some(({ id }) => id === card.saved?.id);
      // A draft outlives its deleted period; saving it again creates a new one.
      const typed = before
        .filter((card) => card.saved === null || (card.changed && !isThere(card)))
        .map((card) => (card.saved?.state === 'ended' ? card : { ...card, saved: null }));
      cards.value = { status: 'ready', cards: [...typed, ...loaded] };
      if (selected.peek() !== null && !find(selected.peek()!)) select(null);
    } catch (error) {
      if (mine !== running || mine.signal.aborted) return;
      // After a failed refresh the periods stay; the next event or visit tries again.
      if (cards.peek().status !== 'ready') cards.value = { status: 'failed', code: codeOf(error) };
    }
  }

  /** DEL-02: adds a blank card at the top and opens it, or reuses one that is still blank. */
  function add(): void {
    const now = cards.peek();
    if (now.status !== 'ready') return;
    const key = randomId();
    const card: Card = { key, saved: null, draft: EMPTY, changed: true, tried: false, save: IDLE };
    cards.value = { ...now, cards: [card, ...now.cards] };
    open(key);
    scheduleChanged();
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
    scheduleChanged();
    effects.schedulePreview(DELEGATION_DEBOUNCE_MS);
  }

  /** Validation errors of a card that are to be shown now. */
  function faults(card: Card, which: 'all' | 'now' = 'now'): Readonly<Partial<Record<DraftField, Fault>>> {
    const others = all()
      .filter((other) => other.key !== card.key && other.saved !== null)
      .map(({ saved }) => saved!);
    const found = faultsOf(card.draft, personKey, others);
    if (which === 'all' || card.tried) return found;
    return Object.fromEntries(Object.entries(found).filter(([, fault]) => isShownImmediately(fault)));
  }

  /**
   * Saves a card; resolves to true when the server has stored it. An invalid card is not sent (DEL-08); after a failure
   * the input is kept.
   */
  async function save(key: string): Promise<boolean> {
    const card = find(key);
    if (!card || card.save.status === 'saving') return false;
    put(key, (one) => ({ ...one, tried: true }));
    const { draft, saved } = card;
    if (Object.keys(faults(card, 'all')).length > 0 || !isWhole(draft)) return false;
    put(key, (one) => ({ ...one, save: { status: 'saving' } }));
    const { delegate, startDate, endDate, comment, replaceVerva, moveOpenTasks } = draft;
    try {
      const body = {
        id: saved?.id ?? null,
        delegateUserId: delegate.key,
        startDate,
        endDate,
        comment: comment.trim(),
        replaceVerva,
        moveOpenTasks,
      };
      const ifMatch = saved ? { ifMatch: saved.version } : {};
      const idempotent = idempotentRequests.get(key) ?? createIdempotentRequest();
      idempotentRequests.set(key, idempotent);
      const kept = await idempotent.carryOut([body, ifMatch], (idempotencyKey) =>
        send(saveDelegation, { params: { userId }, body, ...ifMatch, idempotencyKey }),
      );
      put(key, (one) => {
        // Input typed during the request is kept as an unsaved change.
        const isSame = one.draft === draft;
        const now = isSame ? draftOf(kept) : one.draft;
        return { ...one, saved: kept, draft: now, changed: isChanged(now, kept), tried: false, save: IDLE };
      });
      scheduleChanged();
      effects.schedulePreview(0);
      return true;
    } catch (error) {
      // After an edit conflict the next save replaces the other user's change.
      const theirs = error instanceof ApiError && error.code === 'edit.conflict' ? error.problem?.current : undefined;
      put(key, (one) => ({
        ...one,
        saved: (theirs as Delegation | undefined) ?? one.saved,
        save: { status: 'failed', error, fields: fieldsOf(error) },
      }));
      return false;
    }
  }

  /** Resets a card to its saved values; removes a card that was never saved. */
  function discard(key: string): void {
    const card = find(key);
    if (!card) return;
    const { saved } = card;
    if (saved === null) take(key);
    else {
      put(key, (one) => ({ ...one, draft: draftOf(saved), changed: false, tried: false, save: IDLE }));
      scheduleChanged();
      effects.schedulePreview(0);
    }
  }

  /**
   * DEL-04: removes a card, on the server too if it is saved; returns what is needed to undo the removal. Throws the
   * server's error.
   */
  async function remove(key: string): Promise<Deferred['held'] | null> {
    const card = find(key);
    if (!card) return null;
    if (card.saved === null) {
      take(key);
      return null;
    }
    const { id, version } = card.saved;
    const place = all().indexOf(card);
    take(key);
    try {
      const answer = await send(deleteDelegation, {
        params: { id },
        ifMatch: version,
        headers: { prefer: `undo=${UNDO_SECONDS}` },
      });
      return answer?.held ?? null;
    } catch (error) {
      const now = cards.peek();
      if (now.status === 'ready') cards.value = { ...now, cards: now.cards.toSpliced(place, 0, card) };
      throw error;
    }
  }

  /** Restores a removed period. Throws when the time for undoing has passed. */
  async function undo(heldId: string): Promise<void> {
    await send(undoDeferred, { params: { id: heldId } });
    await load();
    scheduleChanged();
  }

  function take(key: string): void {
    const now = cards.peek();
    if (now.status !== 'ready') return;
    if (selected.peek() === key) open(null);
    cards.value = { ...now, cards: now.cards.filter((card) => card.key !== key) };
    scheduleChanged();
  }

  function setShowsEnded(shows: boolean): Promise<void> {
    showsEnded.value = shows;
    return load();
  }

  function scheduleChanged(): void {
    clearTimeout(changedTimer);
    changedTimer = setTimeout(() => changed(all().map(changedPeriodOf)), DELEGATION_DEBOUNCE_MS);
  }

  function changedPeriodOf(card: Card): ChangedPeriod {
    const { delegate, startDate, endDate, ...rest } = card.draft;
    return {
      id: card.saved?.id ?? null,
      delegateUserId: delegate?.id ?? null,
      startDate: startDate === 'unreadable' ? null : startDate,
      endDate: endDate === 'unreadable' ? null : endDate,
      ...rest,
      valid: Object.keys(faults(card, 'all')).length === 0,
      saved: !card.changed,
    };
  }

  return {
    cards,
    selected,
    current,
    showsEnded,
    preview: effects.preview,
    report: effects.report,
    load,
    add,
    select,
    change,
    faults,
    save,
    discard,
    remove,
    undo,
    setShowsEnded,
    stop() {
      clearTimeout(changedTimer);
      running.abort();
      effects.stop();
    },
  };
}

export type DelegationEditorStore = ReturnType<typeof createDelegationEditor>;

function list(cards: Cards): readonly Card[] {
  return cards.status === 'ready' ? cards.cards : [];
}

function refreshed(card: Card | undefined, row: Delegation): Card {
  if (!card) return { key: row.id, saved: row, draft: draftOf(row), changed: false, tried: false, save: IDLE };
  if (card.changed) return card;
  return { ...card, saved: row, draft: draftOf(row) };
}

function withoutFields(save: SaveState, fields: Partial<Draft>): SaveState {
  if (save.status !== 'failed') return save;
  const left = Object.entries(save.fields).filter(([name]) => !Object.hasOwn(fields, name));
  return left.length === 0 ? IDLE : { ...save, fields: Object.fromEntries(left) };
}

const FIELDS: Readonly<Record<string, DraftField>> = {
  '/delegateUserId': 'delegate',
  '/startDate': 'startDate',
  '/endDate': 'endDate',
  '/comment': 'comment',
};

function fieldsOf(error: unknown): Partial<Record<DraftField, string>> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    error.errors.flatMap(({ pointer, title }) => {
      const name = FIELDS[pointer];
      return name ? [[name, title ?? error.message]] : [];
    }),
  );
}
