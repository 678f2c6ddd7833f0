import { ROUTE_PRIORITY } from '../shared/contracts/constants.ts';
import type { MenuItem } from '../shared/contracts/session.contract.ts';
import { hasAnyRole, type Member } from '../shared/session/index.ts';

/** A page of the application: an entry of the server's menu, or one that is always there. */
export interface Route {
  readonly path: string;
  /** Which of the product's pages it shows. */
  readonly page: string;
  /** Null: the product's own word for the inbox. */
  readonly title: Readonly<Record<string, string>> | null;
  readonly icon: string | undefined;
  /** Any one of these groups suffices; none: everybody who is signed in. */
  readonly groups: readonly string[];
  readonly priority: number;
  readonly hidden: boolean;
  /** Not offered on a phone; its address leads there all the same (RTE-06). */
  readonly desktopOnly: boolean;
  readonly tabGroup: string | undefined;
  /** What the page is given; names and values depend on the page. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly children: readonly Route[];
}

export const INBOX: Route = {
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

/** The page of an entry that only holds others together: its own address leads to the first of them. */
export const SECTION = 'section';

/**
 * Pages of the product that ask for a group. They are known also to people whose menu does not have them, so that these
 * are told that a permission is lacking, not that there is no such page (GRD-03).
 */
const GUARDED: Readonly<Record<string, readonly string[]>> = {
  '/tasks': ['admin', 'alltasks'],
  '/settings': ['admin'],
  '/settings/formbuilder': ['verva.admin'],
  '/settings/forms': ['verva.admin'],
  '/settings/i18n': ['verva.admin'],
  '/settings/provider': ['verva.admin'],
  '/settings/manuals': ['manualsgroup'],
  '/manuals/reports': ['manualsgroup', 'manualsviewer'],
};

/** Pages that show one thing of theirs at an address below their own. */
const WITH_DETAILS: ReadonlySet<string> = new Set(['manual-settings']);

/** The groups that an address asks for: its own, or of the nearest one above it. */
function guardOf(path: string): readonly string[] {
  const [nearest] = Object.keys(GUARDED)
    .filter((guarded) => path === guarded || path.startsWith(`${guarded}/`))
    .toSorted((a, b) => b.length - a.length);
  return (nearest && GUARDED[nearest]) || [];
}

/** Whether the person lacks a group for this address. */
export function isDenied(path: string, route: Route | undefined, member: Member): boolean {
  return !hasAnyRole(member, route?.groups ?? guardOf(path));
}

/** The routes of a person (LAY-02, ROLE-04): permitted ones by priority, the inbox first. */
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

/** Without entries that only hold others together and have none to hold: nobody is led to an empty page. */
function filled(route: Route): Route {
  return { ...route, children: route.children.map(filled).filter(hasContent) };
}

function hasContent({ page, children }: Route): boolean {
  return page !== SECTION || children.some(({ hidden }) => !hidden);
}

/** What is offered in menus: not what is hidden, nor on a phone what is for larger windows. */
export function offered(routes: readonly Route[], mobile: boolean): readonly Route[] {
  return routes.filter(({ hidden, desktopOnly }) => !hidden && !(mobile && desktopOnly));
}

/** What the menu of a tab offers: its children, after itself where it has a page of its own. */
export function submenuOf(tab: Route): readonly Route[] {
  const children = offered(tab.children, false);
  return tab.page === SECTION || children.length === 0 ? children : [{ ...tab, children: [] }, ...children];
}

/** The page to which an entry leads: a section to the first of its pages. */
export function firstPage(route: Route): Route {
  const first = route.page === SECTION ? offered(route.children, false)[0] : undefined;
  return first ? firstPage(first) : route;
}

/** With pages that the menu does not have, in their section where there is one, so that its tabs stay. */
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

/** Pages that need no entry of the menu: others lead to them. */
const OWN_PAGES: readonly Route[] = [
  {
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

/** Whether an address is that of a route itself, or of one thing that its page shows. */
export function isAt({ path: own, page }: Route, path: string): boolean {
  return own === path || (WITH_DETAILS.has(page) && path.startsWith(`${own}/`));
}

/** The route of an address, among the routes and their children. */
export function routeAt(routes: readonly Route[], path: string): Route | undefined {
  for (const route of routes) {
    if (isAt(route, path)) return route;
    const child = routeAt(route.children, path);
    if (child) return child;
  }
  return undefined;
}

/**
 * The tabs of the toolbar: the children of the section, and the section itself where it has a page of its own, grouped
 * and by priority. One with children opens them in a menu.
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
 * Where to go after sign-in. Only a path of this application is taken: an address of another site in `redirect` would
 * make our sign-in page a way to send people there.
 */
export function safeRedirect(redirect: string | null): string {
  // Browsers read a backslash as a slash, and drop tabs and line ends inside of an address.
  if (!redirect?.startsWith('/') || redirect.startsWith('//') || /[\\\s]/.test(redirect)) return '/';
  const base = 'https://application.invalid';
  const url = URL.canParse(redirect, base) ? new URL(redirect, base) : null;
  if (!url || url.origin !== base || url.pathname === '/login' || url.pathname.startsWith('/login/')) return '/';
  return url.pathname + url.search + url.hash;
}

/** The title of a route in the language; `inbox` is the product's own word for the inbox. */
export function titleOf(route: Route, language: string, inbox: string): string {
  if (route.path === INBOX.path) return inbox;
  return route.title?.[language] ?? route.title?.en ?? route.path;
}
