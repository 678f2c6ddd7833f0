import type { call } from '../../shared/api/index.ts';
import { getCaseChoices, listCaseTypes } from '../../shared/contracts/case-types.contract.ts';
import {
  type CatalogueCategory,
  type CatalogueItem,
  createCatalogueCategory,
  createCatalogueItem,
  deleteCatalogueCategory,
  deleteCatalogueItem,
  listCatalogueCategories,
  listCatalogueItems,
  updateCatalogueCategory,
  updateCatalogueItem,
} from '../../shared/contracts/catalogue.contract.ts';
import { listPeopleGroups, type PeopleGroup } from '../../shared/contracts/groups.contract.ts';
import { PROCESS_ICONS, type ProcessIcon } from '../../shared/contracts/process-icons.ts';
import type { Texts } from '../../shared/contracts/shapes.contract.ts';
import { textOf } from '../../shared/forms/definition.ts';
import { createLoaded } from '../../shared/lists/loaded.ts';

/** What an item can start. */
export type Targets = Readonly<
  Record<'case' | 'process' | 'record', readonly { readonly id: string; readonly title: Texts }[]>
>;

const NO_TARGETS: Targets = { case: [], process: [], record: [] };

export interface CatalogueSettings {
  readonly categories: readonly CatalogueCategory[];
  readonly items: readonly CatalogueItem[];
  readonly targets: Targets;
  readonly groups: readonly PeopleGroup[];
}

export interface CategoryFields extends Pick<CatalogueCategory, 'title'> {
  readonly icon: ProcessIcon | null;
}
export interface ItemFields extends Omit<CatalogueItem, 'id' | 'blocked' | 'version' | 'position' | 'icon'> {
  readonly icon: ProcessIcon | null;
}

/** The name of what an item starts; undefined if it does not exist. */
export function targetName(
  { targets }: CatalogueSettings,
  { kind, target }: Pick<CatalogueItem, 'kind' | 'target'>,
  language: string,
): string | undefined {
  const found = kind === 'link' ? undefined : targets[kind].find(({ id }) => id === target);
  return found && (textOf(found.title, language) || found.id);
}

/** The icon of this name; null without one. */
export const iconOf = (name: string | null): ProcessIcon | null => PROCESS_ICONS.find((one) => one === name) ?? null;

/** Distance between the positions of neighbours. */
const STEP = 10;

/** Items and categories of the catalogue; `send` is `call` of shared/api. Operations reject with ApiError. */
export function createCatalogueSettings({ send }: { readonly send: typeof call }) {
  const settings = createLoaded<CatalogueSettings>(async (stop) => {
    const [categories, items, groups, kinds, { processes, registries }] = await Promise.all([
      send(listCatalogueCategories, { signal: stop }),
      send(listCatalogueItems, { signal: stop }),
      send(listPeopleGroups, { signal: stop }),
      send(listCaseTypes, { signal: stop }),
      send(getCaseChoices, { signal: stop }),
    ]);
    // Names of processes and registries are in the reader's language.
    const named = (rows: readonly { readonly id: string; readonly name: string }[]) =>
      rows.map(({ id, name }) => ({ id, title: { en: name } }));
    return {
      categories,
      items,
      groups,
      targets: { case: kinds, process: named(processes), record: named(registries) },
    };
  });
  const shown = () => {
    const state = settings.state.peek();
    return state.status === 'ready' ? state : { categories: [], items: [], targets: NO_TARGETS, groups: [] };
  };
  const last = (rows: readonly { readonly position: number }[]) =>
    Math.max(0, ...rows.map(({ position }) => position)) + STEP;

  /** Changes an item, or adds one at the end of its category. */
  async function saveItem(before: CatalogueItem | null, id: string, fields: ItemFields): Promise<void> {
    const others = shown().items.filter((one) => one.category === fields.category && one.id !== before?.id);
    const isMoved = before?.category !== fields.category;
    const position = before && !isMoved ? before.position : last(others);
    if (before) await putItem(before, { ...fields, position });
    else await send(createCatalogueItem, { body: { ...fields, id, position } });
    await settings.load();
  }

  const putItem = (
    { id, blocked: _, version, ...before }: CatalogueItem,
    changes: Partial<ItemFields & { position: number }>,
  ) =>
    send(updateCatalogueItem, {
      params: { id },
      ifMatch: version,
      body: { ...before, icon: iconOf(before.icon), ...changes },
    });

  /** Changes a category, or adds one after the others. Without an id it gets a number. */
  async function saveCategory(before: CatalogueCategory | null, id: string, fields: CategoryFields): Promise<void> {
    const { categories } = shown();
    if (before) await putCategory(before, fields);
    else {
      const taken = new Set(categories.map((one) => one.id));
      let free = id;
      for (let n = categories.length + 1; free === '' || taken.has(free); n += 1) free = `${id || 'category'}-${n}`;
      await send(createCatalogueCategory, { body: { ...fields, id: free, position: last(categories) } });
    }
    await settings.load();
  }

  const putCategory = (
    { id, version, ...before }: CatalogueCategory,
    changes: Partial<CategoryFields & { position: number }>,
  ) =>
    send(updateCatalogueCategory, {
      params: { id },
      ifMatch: version,
      body: { ...before, icon: iconOf(before.icon), ...changes },
    });

  /** Moves one of `rows` up or down, and renumbers them. */
  async function move<Row extends { readonly id: string; readonly position: number }>(
    rows: readonly Row[],
    row: Row,
    step: -1 | 1,
    put: (row: Row, changes: { position: number }) => Promise<unknown>,
  ): Promise<void> {
    const from = rows.indexOf(row);
    const to = from + step;
    if (to < 0 || to >= rows.length) return;
    const order = rows.toSpliced(from, 1).toSpliced(to, 0, row);
    const moved = order.map((one, index) => ({ one, position: (index + 1) * STEP }));
    for (const { one, position } of moved) if (one.position !== position) await put(one, { position });
    await settings.load();
  }

  async function removeItem({ id, version }: CatalogueItem): Promise<void> {
    await send(deleteCatalogueItem, { params: { id }, ifMatch: version });
    await settings.load();
  }

  async function removeCategory({ id, version }: CatalogueCategory): Promise<void> {
    await send(deleteCatalogueCategory, { params: { id }, ifMatch: version });
    await settings.load();
  }

  return {
    state: settings.state,
    load: settings.load,
    stop: settings.stop,
    saveItem,
    saveCategory,
    moveItem: (rows: readonly CatalogueItem[], item: CatalogueItem, step: -1 | 1) => move(rows, item, step, putItem),
    moveCategory: (category: CatalogueCategory, step: -1 | 1) => move(shown().categories, category, step, putCategory),
    removeItem,
    removeCategory,
  };
}

export type CatalogueSettingsStore = ReturnType<typeof createCatalogueSettings>;
