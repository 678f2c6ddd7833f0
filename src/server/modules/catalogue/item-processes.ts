import type { BlockedReason } from '../../../shared/contracts/catalogue.contract.ts';
import type { Caller } from '../../platform/caller.ts';
import { publishedIds } from '../forms/index.ts';
import {
  type ActiveProcess,
  allProcesses,
  type Definition,
  loadDefinition,
  scopeOf,
  startFormOf,
} from '../processes/index.ts';
import { blockedReason } from './catalogue.rules.ts';
import type { ItemRow } from './items.store.ts';

/** The process of an item as it can be started now. */
export interface ItemProcess {
  readonly process: ActiveProcess;
  readonly definition: Definition;
  /** Null: without a start form; empty: its expression has no result. */
  readonly formId: string | null;
}

/** The processes of items, with what decides whether they can be started. */
export class ItemProcesses {
  readonly #known: ReadonlyMap<string, ItemProcess>;
  readonly #published: ReadonlySet<string>;

  constructor(known: ReadonlyMap<string, ItemProcess>, published: ReadonlySet<string>) {
    this.#known = known;
    this.#published = published;
  }

  of({ kind, target }: Pick<ItemRow, 'kind' | 'target'>): ItemProcess | undefined {
    return kind === 'process' ? this.#known.get(target) : undefined;
  }

  /** Why no user can start the item, or null. */
  blocked(item: Pick<ItemRow, 'kind' | 'target' | 'active'>): BlockedReason | null {
    const found = this.of(item);
    return blockedReason({
      kind: item.kind,
      isActive: item.active,
      hasProcess: found !== undefined,
      isSuspended: found?.process.suspended === true,
      hasForm: found === undefined || found.formId === null || this.#published.has(found.formId),
    });
  }
}

export async function processesOf(call: Caller, items: readonly ItemRow[]): Promise<ItemProcesses> {
  const wanted = new Set(items.flatMap(({ kind, target }) => (kind === 'process' ? [target] : [])));
  const known = new Map<string, ItemProcess>();
  if (wanted.size > 0) {
    const scope = scopeOf(call);
    for (const process of await allProcesses(call.tx)) {
      if (!wanted.has(process.key) || process.active_number === null) continue;
      const definition = await loadDefinition(call.tx, scope, process.key, process.active_number);
      if (definition) known.set(process.key, { process, definition, formId: startFormOf(definition, scope) });
    }
  }
  const forms = [...known.values()].flatMap(({ formId }) => (formId ? [formId] : []));
  return new ItemProcesses(known, new Set(forms.length > 0 ? await publishedIds(call.tx, forms) : []));
}
