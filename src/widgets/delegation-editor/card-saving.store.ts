import { createIdempotentRequest, type IdempotentRequest } from '../../shared/api/idempotent-request.ts';
import { ApiError, type call } from '../../shared/api/index.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import { UNDO_SECONDS } from '../../shared/contracts/constants.ts';
import type { Deferred } from '../../shared/contracts/deferred-actions.contract.ts';
import { type Delegation, deleteDelegation, saveDelegation } from '../../shared/contracts/delegations.contract.ts';
import { type Card, type CardList, IDLE } from './cards.ts';
import {
  type DraftField,
  draftOf,
  type Fault,
  isChanged,
  isWhole,
  type WholeDraft,
} from './delegation-editor.rules.ts';

interface Options {
  readonly send: typeof call;
  readonly userId: string;
  readonly cards: CardList;
  /** All validation errors of a card. */
  readonly faults: (card: Card) => Readonly<Partial<Record<DraftField, Fault>>>;
  /** Removes a card from the list. */
  readonly take: (key: string) => void;
  /** Called after a card was saved. */
  readonly saved: () => void;
}

/** Saves and deletes periods. */
export function createCardSaving({ send, userId, cards: { all, find, put, insert }, faults, take, saved }: Options) {
  /** By card key: several cards can be saving at once. */
  const idempotentRequests = new Map<string, IdempotentRequest>();

  /**
   * Saves a card; resolves to true when the server has stored it. An invalid card is not sent (DEL-08); after a failure
   * the input is kept.
   */
  async function save(key: string): Promise<boolean> {
    const card = find(key);
    if (!card || card.save.status === 'saving') return false;
    put(key, (one) => ({ ...one, tried: true }));
    const { draft } = card;
    if (Object.keys(faults(card)).length > 0 || !isWhole(draft)) return false;
    put(key, (one) => ({ ...one, save: { status: 'saving' } }));
    try {
      const kept = await store(key, card.saved, draft);
      put(key, (one) => {
        // Input typed during the request is kept as an unsaved change.
        const isSame = one.draft === draft;
        const now = isSame ? draftOf(kept) : one.draft;
        return { ...one, saved: kept, draft: now, changed: isChanged(now, kept), tried: false, save: IDLE };
      });
      saved();
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

  /** Sends a card; repeated after a lost response, it is stored once. */
  function store(key: string, before: Delegation | null, draft: WholeDraft): Promise<Delegation> {
    const { delegate, startDate, endDate, comment, replaceVerva, moveOpenTasks } = draft;
    const body = {
      id: before?.id ?? null,
      delegateUserId: delegate.key,
      startDate,
      endDate,
      comment: comment.trim(),
      replaceVerva,
      moveOpenTasks,
    };
    const ifMatch = before ? { ifMatch: before.version } : {};
    const idempotent = idempotentRequests.get(key) ?? createIdempotentRequest();
    idempotentRequests.set(key, idempotent);
    return idempotent.carryOut([body, ifMatch], (idempotencyKey) =>
      send(saveDelegation, { params: { userId }, body, ...ifMatch, idempotencyKey }),
    );
  }

  /**
   * DEL-04: removes a card, on the server too if it is saved; returns what is needed to undo the removal. Throws the
   * server's error.
   */
  async function remove(key: string): Promise<Deferred['held'] | null> {
    const card = find(key);
    if (!card) return null;
    const place = all().indexOf(card);
    take(key);
    if (card.saved === null) return null;
    const { id, version } = card.saved;
    try {
      const answer = await send(deleteDelegation, {
        params: { id },
        ifMatch: version,
        headers: { prefer: `undo=${UNDO_SECONDS}` },
      });
      return answer?.held ?? null;
    } catch (error) {
      insert(place, card);
      throw error;
    }
  }

  return { save, remove };
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
      return name ? [[name, title ?? problemText(error)]] : [];
    }),
  );
}
