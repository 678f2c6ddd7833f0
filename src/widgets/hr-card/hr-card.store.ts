import { batch, signal } from '@preact/signals-core';
import type { call } from '../../shared/api/index.ts';
import { REASON_HEADER } from '../../shared/contracts/hr.rules.ts';
import type { HrContract } from '../../shared/contracts/hr-contracts.contract.ts';
import type { HrDocument } from '../../shared/contracts/hr-documents.contract.ts';
import type { HrHealthCheck } from '../../shared/contracts/hr-health.contract.ts';
import type { HrPay } from '../../shared/contracts/hr-pay.contract.ts';
import type { HrSize } from '../../shared/contracts/hr-sizes.contract.ts';
import { getHrUser, type HrUser } from '../../shared/contracts/hr-users.contract.ts';
import { listRecords } from '../../shared/contracts/records.contract.ts';
import { createLoaded } from '../../shared/lists/loaded.ts';

/** Parts of the card, in their order. */
export const SECTIONS = ['contracts', 'pay', 'health', 'documents', 'sizes', 'log'] as const;
export type Section = (typeof SECTIONS)[number];

/** What is shown only after a press: of another user with a reason. */
export type BoxKind = 'pay' | 'health';

export type Headers = Readonly<Record<string, string>>;

/** The open dialog. `headers` have the reason with which the data was opened. */
export type Editor =
  | { readonly kind: 'reason'; readonly box: BoxKind }
  | { readonly kind: 'contract'; readonly contract: HrContract | null; readonly others: readonly HrContract[] }
  | { readonly kind: 'contract.remove'; readonly contract: HrContract }
  | { readonly kind: 'pay'; readonly corrects: HrPay | null; readonly headers: Headers }
  | { readonly kind: 'health'; readonly check: HrHealthCheck | null; readonly headers: Headers }
  | { readonly kind: 'health.remove'; readonly check: HrHealthCheck; readonly headers: Headers }
  | { readonly kind: 'documents'; readonly health: Headers | null }
  | { readonly kind: 'document'; readonly document: HrDocument; readonly headers: Headers }
  | { readonly kind: 'document.remove'; readonly document: HrDocument; readonly headers: Headers }
  | { readonly kind: 'sizes'; readonly sizes: readonly HrSize[] };

/** How long a reason holds. */
const REASON_MS = 15 * 60_000;
/** Contracts of one user that are shown. */
const CONTRACTS_MAX = 200;

/** The header of a reason. */
const headerOf = (reason: string): Headers => ({ [REASON_HEADER]: encodeURIComponent(reason) });

/** Creates the state of a card; `send` is `call` of shared/api. Nothing is stored on the device. */
export function createHrCard({ send, userId }: { readonly send: typeof call; readonly userId: string }) {
  const person = createLoaded(async (signal) => ({
    user: await send(getHrUser, { params: { userId }, signal }),
  }));
  const opened = signal<Readonly<Partial<Record<BoxKind, Headers>>>>({});
  const editor = signal<Editor | null>(null);
  /** Increments after each change, so that the parts read again. */
  const turn = signal(0);
  /** The data was dropped because the page was away. */
  const isAway = signal(false);
  const timers = new Map<BoxKind, ReturnType<typeof setTimeout>>();

  function close(box: BoxKind): void {
    clearTimeout(timers.get(box));
    const { [box]: _, ...rest } = opened.peek();
    opened.value = rest;
  }

  function open(box: BoxKind, reason: string | null): void {
    clearTimeout(timers.get(box));
    if (reason !== null) timers.set(box, setTimeout(close, REASON_MS, box));
    opened.value = { ...opened.peek(), [box]: reason === null ? {} : headerOf(reason) };
  }

  function closeAll(): void {
    for (const timer of timers.values()) clearTimeout(timer);
    timers.clear();
    opened.value = {};
  }

  return {
    ...{ person: person.state, load: person.load, opened, editor, turn, isAway, open, close },
    edit: (next: Editor) => {
      editor.value = next;
    },
    /** Closes the dialog; an open editor is the only part that stays while the page is away. */
    closeEditor: () => {
      editor.value = null;
    },
    changed: () => {
      turn.value += 1;
      // The head shows the current contract.
      void person.load();
    },
    leave: () =>
      batch(() => {
        closeAll();
        isAway.value = true;
      }),
    comeBack: () => {
      isAway.value = false;
    },
    async contracts(user: HrUser, signal?: AbortSignal): Promise<readonly HrContract[]> {
      const query = new URLSearchParams({ userId: `eq:${user.key}`, sort: 'startsOn:desc', limit: `${CONTRACTS_MAX}` });
      const options = { params: { resource: 'user_contracts' }, query, ...(signal && { signal }) };
      return (await send(listRecords, options)).items as unknown as HrContract[];
    },
    stop: () => {
      closeAll();
      person.stop();
    },
  };
}

export type HrCardStore = ReturnType<typeof createHrCard>;
