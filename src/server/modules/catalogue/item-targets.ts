import type { BlockedReason } from '../../../shared/contracts/catalogue.contract.ts';
import type { Caller } from '../../platform/caller.ts';
import type { CallerSession } from '../../platform/session.ts';
import { type CaseTypeRow, mayStartKind, readCaseTypes } from '../cases/index.ts';
import { dictionaryOf, type PartTexts, withTexts } from '../config-texts/index.ts';
import { publishedIds } from '../forms/index.ts';
import {
  type ActiveProcess,
  allProcesses,
  type Definition,
  loadDefinition,
  mayStart,
  scopeOf,
  startFormOf,
} from '../processes/index.ts';
import { findRegistries, mayWrite, type Registry } from '../records/index.ts';
import { blockedReason } from './catalogue.rules.ts';
import type { ItemRow } from './items.store.ts';

/** The process of an item as it can be started now. */
export interface ItemProcess {
  readonly process: ActiveProcess;
  readonly definition: Definition;
  /** Null: without a start form; empty: its expression has no result. */
  readonly formId: string | null;
  /** The kind of case that the item starts. */
  readonly kind: CaseTypeRow | null;
}

type Target = Pick<ItemRow, 'kind' | 'target'>;

/** What items start, with what decides whether they can be started. */
export class ItemTargets {
  readonly #processes: ReadonlyMap<string, ItemProcess>;
  readonly #kinds: ReadonlyMap<string, CaseTypeRow>;
  readonly #registries: ReadonlyMap<string, Registry>;
  readonly #published: ReadonlySet<string>;

  constructor(known: {
    readonly processes: ReadonlyMap<string, ItemProcess>;
    readonly kinds: ReadonlyMap<string, CaseTypeRow>;
    readonly registries: ReadonlyMap<string, Registry>;
    readonly published: ReadonlySet<string>;
  }) {
    this.#processes = known.processes;
    this.#kinds = known.kinds;
    this.#registries = known.registries;
    this.#published = known.published;
  }

  /** The process of an item of the kind `process` or `case`. */
  of({ kind, target }: Target): ItemProcess | undefined {
    if (kind === 'process') return this.#processes.get(target);
    const known = kind === 'case' ? this.#kinds.get(target) : undefined;
    const process = known && this.#processes.get(known.process);
    return process && { ...process, formId: known.startForm ?? process.formId, kind: known };
  }

  /** The registry that an item of the kind `record` adds to. */
  registryOf({ kind, target }: Target): Registry | undefined {
    return kind === 'record' ? this.#registries.get(target) : undefined;
  }

  /** Whether the rules of the process, the kind of case or the registry let a user start the item. */
  permits(item: Target, session: Pick<CallerSession, 'groups' | 'isAdmin'>): boolean {
    const registry = this.registryOf(item);
    if (registry) return mayWrite(session, registry);
    const found = this.of(item);
    return !found || (mayStart(found.definition, session) && (!found.kind || mayStartKind(found.kind, session)));
  }

  /** Why no user can start the item, or null. */
  blocked(item: Pick<ItemRow, 'kind' | 'target' | 'active'>): BlockedReason | null {
    const found = this.of(item);
    const registry = item.kind === 'record' ? item.target : (found?.kind?.registry ?? null);
    return blockedReason({
      kind: item.kind,
      isActive: item.active && found?.kind?.active !== false,
      hasProcess: found !== undefined,
      isSuspended: found?.process.suspended === true,
      hasForm: found === undefined || found.formId === null || this.#published.has(found.formId),
      hasRegistry: registry === null || this.#registries.has(registry),
    });
  }
}

/** The other members of a kind of case hold values, not texts. */
const withTitle = (kind: CaseTypeRow, own: PartTexts | undefined): CaseTypeRow => ({
  ...kind,
  title: withTexts({ title: kind.title }, own).title,
});

export async function targetsOf(call: Caller, items: readonly Target[]): Promise<ItemTargets> {
  const { tx } = call;
  const targets = (kind: ItemRow['kind']) => items.flatMap((item) => (item.kind === kind ? [item.target] : []));
  const kinds = new Map<string, CaseTypeRow>();
  const texts = await dictionaryOf(tx, scopeOf(call));
  if (targets('case').length > 0)
    for (const kind of await readCaseTypes(tx)) kinds.set(kind.id, withTitle(kind, texts.of('case-types', kind.id)));
  const started = targets('case').flatMap((id) => kinds.get(id) ?? []);
  const processes = await readProcesses(call, new Set([...targets('process'), ...started.map((kind) => kind.process)]));
  const wanted = [...targets('record'), ...started.flatMap(({ registry }) => registry ?? [])];
  const registries = wanted.length > 0 ? await findRegistries(tx, wanted) : [];
  const forms = [...processes.values(), ...started.map(({ startForm }) => ({ formId: startForm }))];
  const formIds = forms.flatMap(({ formId }) => (formId ? [formId] : []));
  return new ItemTargets({
    processes,
    kinds,
    registries: new Map(registries.map((one) => [one.id, withTexts(one, texts.of('registries', one.id))])),
    published: new Set(formIds.length > 0 ? await publishedIds(tx, formIds) : []),
  });
}

async function readProcesses(call: Caller, wanted: ReadonlySet<string>): Promise<ReadonlyMap<string, ItemProcess>> {
  const known = new Map<string, ItemProcess>();
  if (wanted.size === 0) return known;
  const scope = scopeOf(call);
  for (const process of await allProcesses(call.tx)) {
    if (!wanted.has(process.key) || process.active_number === null) continue;
    const definition = await loadDefinition(call.tx, scope, process.key, process.active_number);
    if (definition) known.set(process.key, { process, definition, formId: startFormOf(definition, scope), kind: null });
  }
  return known;
}
