import type { call } from '../../shared/api/index.ts';
import { listPeopleGroups, type PeopleGroup } from '../../shared/contracts/groups.contract.ts';
import type { FramePermission, HrView, MenuPage } from '../../shared/contracts/menu.rules.ts';
import {
  createMenu,
  deleteMenu,
  type EditedMenuItem,
  listMenus,
  listRemovedMenus,
  orderMenus,
  previewMenu,
  type RemovedMenuItem,
  resetMenu,
  restoreMenu,
  updateMenu,
} from '../../shared/contracts/menus.contract.ts';
import { type ListedRegistry, listRegistries } from '../../shared/contracts/registry-settings.contract.ts';
import type { MenuItem } from '../../shared/contracts/session.contract.ts';
import { createLoaded } from '../../shared/lists/loaded.ts';
import { type Moved, movesTo, type Place } from './move.rules.ts';

export interface MenuItems {
  readonly items: readonly EditedMenuItem[];
  readonly removed: readonly RemovedMenuItem[];
  readonly groups: readonly PeopleGroup[];
  readonly registries: readonly ListedRegistry[];
}

/** The values of the dialog. */
export interface EntryFields {
  readonly title: Readonly<Record<string, string>>;
  readonly path: string;
  readonly page: MenuPage;
  readonly url: string;
  /** What an embedded page may do. */
  readonly allow: readonly FramePermission[];
  /** Of an entry with the list of a registry; empty for none. */
  readonly registry: string;
  /** Of an entry with a page of HR. */
  readonly view: HrView;
  readonly icon: string | null;
  readonly groups: readonly string[];
  readonly hidden: boolean;
  readonly desktopOnly: boolean;
}

/** Entries of the menu; `send` is `call` of shared/api. Operations reject with ApiError. */
export function createMenuItems({ send }: { readonly send: typeof call }) {
  const loaded = createLoaded<MenuItems>(async (stop) => {
    const [items, removed, groups, registries] = await Promise.all([
      send(listMenus, { signal: stop }),
      send(listRemovedMenus, { signal: stop }),
      send(listPeopleGroups, { signal: stop }),
      send(listRegistries, { signal: stop }),
    ]);
    return { items: items as EditedMenuItem[], removed, groups, registries };
  });

  /** Changes an entry, or adds one below `parentId`. Parameters of another page are not kept. */
  async function save(before: EditedMenuItem | null, parentId: string | null, fields: EntryFields): Promise<void> {
    const { title, path, page, url, allow, registry, view, icon, groups, hidden, desktopOnly } = fields;
    const { params, ...meta } = before?.meta ?? {};
    const own =
      page === 'link'
        ? { url }
        : page === 'embed'
          ? { url, allow: [...allow] }
          : page === 'registry'
            ? { registry }
            : page === 'hr'
              ? { view }
              : undefined;
    const kept = own ?? (before?.meta.page === page ? params : undefined);
    const body = {
      ...{ title, path, icon },
      meta: { ...meta, ...(kept && { params: kept }), page, groups: [...groups], hidden, desktopOnly },
    };
    if (before) await send(updateMenu, { params: { id: before.id }, ifMatch: before.version, body });
    else await send(createMenu, { body: { ...body, parentId } });
    await loaded.load();
  }

  async function order(moves: readonly Moved[]): Promise<void> {
    await send(orderMenus, { body: [...moves] });
    await loaded.load();
  }

  /** Moves an entry. Returns the function that moves it back. */
  async function move(entry: EditedMenuItem, place: Place): Promise<() => Promise<void>> {
    const state = loaded.state.peek();
    const moves = state.status === 'ready' ? movesTo(state.items, entry, place) : [];
    if (moves.length > 0) await order(moves);
    const before = state.status === 'ready' ? flatEntries(state.items) : [];
    return () =>
      order(
        moves.map(({ id, version }) => {
          const { parentId, priority } = before.find((one) => one.id === id)!;
          return { id, parentId, priority, version: version + 1 };
        }),
      );
  }

  async function remove({ id, version, children }: EditedMenuItem): Promise<void> {
    const query = children.length > 0 ? { children: 'delete' as const } : {};
    await send(deleteMenu, { params: { id }, query, ifMatch: version });
    await loaded.load();
  }

  async function reset({ id }: Pick<EditedMenuItem, 'id'>): Promise<void> {
    await send(resetMenu, { params: { id } });
    await loaded.load();
  }

  async function restore(id: string): Promise<void> {
    await send(restoreMenu, { params: { id } });
    await loaded.load();
  }

  return {
    state: loaded.state,
    load: loaded.load,
    stop: loaded.stop,
    ...{ save, move, remove, reset, restore },
    preview: async (user: string, stop: AbortSignal) => {
      const { items, groups } = await send(previewMenu, { query: { user }, signal: stop });
      return { items: items as MenuItem[], groups };
    },
  };
}

/** Entries with those below them, in the order of the menu. */
export function flatEntries(items: readonly EditedMenuItem[]): readonly EditedMenuItem[] {
  return items.flatMap((item) => [item, ...flatEntries(item.children)]);
}

export type MenuItemsStore = ReturnType<typeof createMenuItems>;
