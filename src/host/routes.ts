import { ROUTE_PRIORITY } from '../shared/contracts/constants.ts';
import type { MenuItem } from '../shared/contracts/session.contract.ts';
import { hasAnyRole, type Member } from '../shared/session/index.ts';

/** A page of the application: an entry of the server's menu, or a built-in one. */
export interface Route {
  /** Of the menu entry; null: a built-in page. */
  readonly id: string | null;
  readonly path: string;
  /** Name of the page to show. */
  readonly page: string;
  /** Null: the built-in title of the inbox. */
  readonly title: Readonly<Record<string, string>> | null;
  readonly icon: string | undefined;
  /** Membership in any of these groups suffices; empty: all signed-in users. */
  readonly groups: readonly string[];
  readonly priority: number;
  readonly hidden: boolean;
  /** Hidden on mobile; the address still works (RTE-06). */
  readonly desktopOnly: boolean;
  readonly tabGroup: string | undefined;
  /** Parameters of the page. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly children: readonly Route[];
}

export const INBOX: Route = {
  id: null,
  path: '/inbox',
  page: 'inbox',
  title: null,
  icon: 'inbox',
  groups: [],
  priority: 0,
  hidden: false,
  desktopOnly: false,
  tabGroup: undefined,
  params: {},
  children: [],
};

/** Page of an entry that only groups others: redirects to the first of them. */
export const SECTION = 'section';

/**
 * Pages that require a group. They are known even if the user's menu lacks them, so that the user is informed about a missing
 * permission instead of a missing page (GRD-03).
 */
const GUARDED: Readonly<Record<string, readonly string[]>> = {
  '/tasks': ['admin', 'alltasks'],
  '/settings': ['admin'],
  '/settings/provider': ['verva.admin'],
  '/settings/organisations': ['verva.admin'],
  '/settings/registries': ['verva.admin'],
  '/settings/menu-items': ['verva.admin'],
  '/settings/processes': ['verva.admin'],
  '/settings/caseconfiguration': ['verva.admin'],
  '/settings/catalogue': ['verva.admin'],
  '/settings/forms': ['verva.admin'],
  '/settings/formbuilder': ['verva.admin'],
  '/settings/i18n': ['verva.admin'],
  '/settings/configuration': ['verva.admin'],
  '/settings/jobs': ['verva.admin'],
  '/settings/manuals': ['manualsgroup'],
  '/manuals/reports': ['manualsgroup', 'manualsviewer'],
};

/** Pages with detail pages at addresses below their own. */
const WITH_DETAILS: ReadonlySet<string> = new Set([
  'hr',
  'manual-settings',
  'my-requests',
  'organisations',
  'registry',
  'registry-settings',
  'start',
]);

/** Groups required by an address: its own, or its nearest ancestor's. */
function guardOf(path: string): readonly string[] {
  const [nearest] = Object.keys(GUARDED)
    .filter((guarded) => path === guarded || path.startsWith(`${guarded}/`))
    .toSorted((a, b) => b.length - a.length);
  return (nearest && GUARDED[nearest]) || [];
}

/** Whether the user lacks a required group. */
export function isDenied(path: string, route: Route | undefined, member: Member): boolean {
  return !hasAnyRole(member, route?.groups ?? guardOf(path));
}

/** Routes of a user (LAY-02, ROLE-04): permitted ones by priority, the inbox first. */
export function routesOf(menu: readonly MenuItem[], member: Member): readonly Route[] {
  const rest = withOwn(
    menu.map(routeOf),
    OWN_PAGES.filter(({ path }) => !menu.some((item) => hasPath(item, path))),
  )
    .filter((route) => route.path !== INBOX.path)
    .filter((route) => hasAnyRole(member, route.groups))
    .map(filled)
    .filter(hasContent);
  return [INBOX, ...rest.toSorted((a, b) => a.priority - b.priority)];
}

/** Removes grouping entries without children, so that no link leads to an empty page. */
function filled(route: Route): Route {
  return { ...route, children: route.children.map(filled).filter(hasContent) };
}

function hasContent({ page, children }: Route): boolean {
  return page !== SECTION || children.some(({ hidden }) => !hidden);
}

/** Routes shown in menus: not hidden ones, nor on mobile those for larger screens. */
export function offered(routes: readonly Route[], mobile: boolean): readonly Route[] {
  return routes.filter(({ hidden, desktopOnly }) => !hidden && !(mobile && desktopOnly));
}

/** Pages of a tab: its children, after the tab itself if it has its own page. */
export function subpagesOf(tab: Route): readonly Route[] {
  const children = offered(tab.children, false);
  return tab.page === SECTION || children.length === 0 ? children : [{ ...tab, children: [] }, ...children];
}

/** Page an entry links to; for a section, its first page. */
export function firstPage(route: Route): Route {
  const first = route.page === SECTION ? offered(route.children, false)[0] : undefined;
  return first ? firstPage(first) : route;
}

/** Adds pages missing in the menu to their section, so that its tabs stay visible. */
function withOwn(routes: readonly Route[], own: readonly Route[]): readonly Route[] {
  const inside = (page: Route, route: Route) => page.path.startsWith(`${route.path}/`);
  const sections = routes.map((route) => {
    const pages = own.filter((page) => inside(page, route));
    return pages.length > 0 && route.children.length > 0
      ? { ...route, children: [...route.children, ...pages] }
      : route;
  });
  return [...sections, ...own.filter((page) => !sections.some((route) => routeAt([route], page.path)))];
}

/** Pages reachable without a menu entry, by links. */
const OWN_PAGES: readonly Route[] = [
  {
    id: null,
    path: '/settings/formbuilder',
    page: 'formbuilder',
    title: { en: 'Form builder', et: 'Vormikoostaja', ru: 'Конструктор форм', zh: '表单设计器' },
    icon: 'forms',
    groups: ['verva.admin'],
    priority: ROUTE_PRIORITY.default,
    hidden: true,
    desktopOnly: false,
    tabGroup: undefined,
    params: {},
    children: [],
  },
];

function hasPath(item: MenuItem, path: string): boolean {
  return item.path === path || item.children.some((child) => hasPath(child, path));
}

function routeOf(item: MenuItem): Route {
  return {
    id: item.id,
    path: item.path,
    page: item.meta.page ?? '',
    title: item.title,
    icon: item.icon ?? undefined,
    groups: item.meta.groups ?? [],
    priority: item.priority ?? ROUTE_PRIORITY.default,
    hidden: item.meta.hidden ?? false,
    desktopOnly: item.meta.desktopOnly ?? false,
    tabGroup: item.meta.tabGroup,
    params: item.meta.params ?? {},
    children: item.children.map(routeOf).toSorted((a, b) => a.priority - b.priority),
  };
}

/** Whether an address belongs to a route or to a detail page of it. */
export function isAt({ path: own, page }: Route, path: string): boolean {
  return own === path || (WITH_DETAILS.has(page) && path.startsWith(`${own}/`));
}

/** Addresses of the source under another name (RTE-06), and the pages that they lead to. */
const OTHER_ADDRESSES: ReadonlyMap<string, string> = new Map([['/settings/admin', '/settings/users']]);

/** The page to which an address leads that is no page itself. */
export const otherAddressOf = (path: string): string | undefined => OTHER_ADDRESSES.get(path);

/** Pages that are opened from another page, whose entry in the menu is theirs too. */
const OPENED_FROM: Readonly<Record<string, string>> = { '/settings/formbuilder': '/settings/forms' };

/** Address whose entry is highlighted in the menu: that of the page, or of the page from which it is opened. */
export function menuPath(routes: readonly Route[], path: string): string {
  const from = OPENED_FROM[path];
  return from && routeAt(routes, from) ? from : path;
}

/** Finds the route of an address among the routes and their children. */
export function routeAt(routes: readonly Route[], path: string): Route | undefined {
  for (const route of routes) {
    if (isAt(route, path)) return route;
    const child = routeAt(route.children, path);
    if (child) return child;
  }
  return undefined;
}

/**
 * Tabs of the toolbar: the section's children, and the section itself if it has a page, grouped and by priority.
 */
export function tabsOf(routes: readonly Route[], path: string): readonly Route[] {
  const section = routes.find((route) => routeAt([route], path) !== undefined);
  if (!section) return [];
  const children = offered(section.children, false);
  const hasOwn = section.page !== SECTION || children.length === 0;
  const own = { ...section, children: [] };
  const tabs = !hasOwn || children.some((child) => child.path === section.path) ? children : [own, ...children];
  return tabs.toSorted((a, b) => (a.tabGroup ?? '').localeCompare(b.tabGroup ?? '') || a.priority - b.priority);
}

/**
 * Target after sign-in. Accepts only paths of this application: another site in `redirect` would turn the sign-in page
 * into an open redirect.
 */
export function safeRedirect(redirect: string | null): string {
  // Browsers treat a backslash as a slash and drop tabs and newlines inside an address.
  if (!redirect?.startsWith('/') || redirect.startsWith('//') || /[\\\s]/.test(redirect)) return '/';
  const base = 'https://application.invalid';
  const url = URL.canParse(redirect, base) ? new URL(redirect, base) : null;
  if (!url || url.origin !== base || url.pathname === '/login' || url.pathname.startsWith('/login/')) return '/';
  return url.pathname + url.search + url.hash;
}

/** Address of the offer of a second factor, which then leads on. */
export const secondFactorOffer = (redirect: string): string =>
  `/second-factor?redirect=${encodeURIComponent(redirect)}`;

/** Translated title of a route; `inbox` is the built-in title of the inbox. */
export function titleOf(route: Route, language: string, inbox: string): string {
  if (route.path === INBOX.path) return inbox;
  return route.title?.[language] ?? route.title?.en ?? route.path;
}
