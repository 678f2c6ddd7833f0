import { computed, signal } from '@preact/signals-core';
import { createIdempotentRequest } from '../../shared/api/idempotent-request.ts';
import { type ApiErrorCode, type call, codeOf } from '../../shared/api/index.ts';
import {
  createDropdown,
  createOption,
  type Dropdown,
  deleteDropdown,
  deleteOption,
  getDropdown,
  importOptions,
  listDropdowns,
  listOptions,
  type Option,
  type OptionChange,
  orderOptions,
  updateDropdown,
  updateOption,
} from '../../shared/contracts/dropdowns.contract.ts';
import { listUses, type Use } from '../../shared/contracts/reference-data.contract.ts';
import { getLanguages } from '../../shared/contracts/session.contract.ts';
import { createPagedList } from '../../shared/lists/paged-list.ts';
import type { ImportRow } from './import.rules.ts';
import { moved } from './option.rules.ts';

/** The open dropdown. */
export type Opened =
  | { readonly status: 'none' }
  | { readonly status: 'loading'; readonly id: string }
  | { readonly status: 'failed'; readonly id: string; readonly code: ApiErrorCode }
  | {
      readonly status: 'ready';
      readonly id: string;
      readonly dropdown: Dropdown;
      readonly options: readonly Option[];
      readonly uses: readonly Use[];
    };

export interface ShownLanguage {
  readonly id: string;
  readonly name: string;
}

const PAGE = 100;

/**
 * Creates the state of the dropdown settings; `send` is `call` of shared/api. Throws the server's errors to the caller.
 */
export function createDropdowns({ send, q = '' }: { readonly send: typeof call; readonly q?: string }) {
  const opened = signal<Opened>({ status: 'none' });
  const languages = signal<readonly ShownLanguage[]>([]);
  const languageIds = computed(() => languages.value.map(({ id }) => id));
  const idempotent = createIdempotentRequest();
  let opening = new AbortController();
  /** Reorder requests run one after another, so that the last one wins. */
  let ordering: Promise<unknown> = Promise.resolve();

  async function readLanguages(ended: AbortSignal): Promise<void> {
    if (languages.peek().length > 0) return;
    const shown = (await send(getLanguages, { signal: ended })).filter(({ enabled }) => enabled);
    languages.value = shown.map(({ languageId, name }) => ({ id: languageId, name }));
  }

  const paged = createPagedList({ q }, async ({ q }, after, ended) => {
    const query = { limit: PAGE, count: true, ...(q && { q }), ...(after && { after }) };
    const [{ items, next, total = items.length, totalIsAtLeast = false }] = await Promise.all([
      send(listDropdowns, { query, signal: ended }),
      readLanguages(ended),
    ]);
    return { items, next, total, totalIsAtLeast };
  });
  const { list, load, more } = paged;

  async function open(id: string | null): Promise<void> {
    opening.abort();
    opening = new AbortController();
    if (id === null) {
      opened.value = { status: 'none' };
      return;
    }
    const before = opened.peek();
    if (before.status !== 'ready' || before.id !== id) opened.value = { status: 'loading', id };
    await read(id);
  }

  /** Reloads the open dropdown. */
  async function read(id: string): Promise<void> {
    const mine = opening;
    const { signal: stop } = mine;
    try {
      const [dropdown, options, uses] = await Promise.all([
        send(getDropdown, { params: { id }, signal: stop }),
        send(listOptions, { params: { dropdownId: id }, signal: stop }),
        send(listUses, { params: { kind: 'dropdown', id }, signal: stop }),
      ]);
      if (mine === opening) opened.value = { status: 'ready', id, dropdown, options: options as Option[], uses };
    } catch (error) {
      if (mine !== opening || stop.aborted) return;
      opened.value = { status: 'failed', id, code: codeOf(error) };
    }
  }

  function change(id: string, work: (now: Extract<Opened, { status: 'ready' }>) => Partial<Opened>): void {
    const now = opened.peek();
    if (now.status === 'ready' && now.id === id) opened.value = { ...now, ...work(now) } as Opened;
  }

  function inList(id: string, work: (one: Dropdown) => Dropdown | null): void {
    const now = list.peek();
    if (now.status !== 'ready') return;
    const items = now.items.flatMap((one) => (one.id === id ? (work(one) ?? []) : [one]));
    list.value = { ...now, items, total: now.total - (now.items.length - items.length) };
  }

  /** Updates the number of options, in the list as well. */
  function counted(id: string): void {
    const now = opened.peek();
    if (now.status !== 'ready' || now.id !== id) return;
    const options = now.options.length;
    change(id, ({ dropdown }) => ({ dropdown: { ...dropdown, options } }));
    inList(id, (one) => ({ ...one, options }));
  }

  async function create(made: Pick<Dropdown, 'id' | 'name' | 'description'>): Promise<void> {
    await idempotent.carryOut(made, (idempotencyKey) => send(createDropdown, { body: made, idempotencyKey }));
    await load();
  }

  async function rename(dropdown: Dropdown, to: Pick<Dropdown, 'name' | 'description'>): Promise<void> {
    const { id, version } = dropdown;
    const kept = await send(updateDropdown, { params: { id }, body: to, ifMatch: version });
    change(id, () => ({ dropdown: kept }));
    inList(id, () => kept);
  }

  async function remove({ id, version }: Dropdown): Promise<void> {
    await send(deleteDropdown, { params: { id }, ifMatch: version });
    inList(id, () => null);
  }

  /** Saves an option, a new one at the end; returns the saved option. */
  async function saveOption(dropdownId: string, before: Option | null, body: OptionChange): Promise<Option> {
    const kept = (
      before
        ? await send(updateOption, {
            params: { dropdownId, optionId: before.id },
            body,
            ifMatch: before.version,
          })
        : await idempotent.carryOut([dropdownId, body], (idempotencyKey) =>
            send(createOption, { params: { dropdownId }, body, idempotencyKey }),
          )
    ) as Option;
    change(dropdownId, ({ options }) => ({
      options: before ? options.map((one) => (one.id === kept.id ? kept : one)) : [...options, kept],
    }));
    counted(dropdownId);
    return kept;
  }

  async function removeOption(dropdownId: string, { id, version }: Option): Promise<void> {
    await send(deleteOption, { params: { dropdownId, optionId: id }, ifMatch: version });
    change(dropdownId, ({ options }) => ({ options: options.filter((one) => one.id !== id) }));
    counted(dropdownId);
  }

  /** Shown at once; on an error the order is reloaded and the error thrown. */
  async function move(dropdownId: string, from: number, to: number): Promise<void> {
    const now = opened.peek();
    if (now.status !== 'ready' || from === to || to < 0 || to >= now.options.length) return;
    change(dropdownId, ({ options }) => ({ options: moved(options, from, to) }));
    const sending = ordering.then(async () => {
      const shown = opened.peek();
      if (shown.status !== 'ready' || shown.id !== dropdownId) return;
      const positions = shown.options.map(({ id }) => id);
      const kept = (await send(orderOptions, { params: { dropdownId }, body: { positions } })) as Option[];
      // The user has moved another option meanwhile; its own request follows.
      change(dropdownId, ({ options }) =>
        options.every(({ id }, index) => id === kept[index]?.id) ? { options: kept } : {},
      );
    });
    ordering = sending.catch(() => undefined);
    try {
      await sending;
    } catch (error) {
      await read(dropdownId);
      throw error;
    }
  }

  async function takeIn(dropdownId: string, options: readonly ImportRow[], dryRun: boolean) {
    const result = await send(importOptions, { params: { dropdownId }, body: { options: [...options], dryRun } });
    if (!dryRun) {
      await read(dropdownId);
      counted(dropdownId);
    }
    return result;
  }

  function stop(): void {
    paged.stop();
    opening.abort();
  }

  return {
    list,
    q: computed(() => paged.filter.value.q),
    opened,
    languages,
    languageIds,
    load,
    more,
    search: (text: string) => paged.narrow({ q: text.trim() }),
    open,
    create,
    rename,
    remove,
    saveOption,
    removeOption,
    move,
    takeIn,
    stop,
  };
}

export type DropdownsStore = ReturnType<typeof createDropdowns>;
export type ReadyDropdown = Extract<Opened, { status: 'ready' }>;
