import { linkAddress } from './link-address.ts';

/** Maximum number of entries in the menu of an organisation. */
export const MENU_ITEMS_MAX = 500;
/** Levels of the menu. */
export const MENU_DEPTH_MAX = 3;
/** Days in which a removed entry of the organisation's own can be restored. Entries of the product always can. */
export const MENU_RESTORE_DAYS = 30;

/** Pages of the application that an entry of the menu can show. */
const APPLICATION_PAGES = [
  'inbox',
  'start',
  'my-requests',
  'tasks',
  'mass-action',
  'manuals',
  'manual-reports',
  'manual-settings',
  'delegations',
  'users',
  'tags',
  'groups',
  'departments',
  'companies',
  'dimensions',
  'dropdowns',
  'all-delegations',
  'alerts',
  'audit',
  'rights',
  'notification-defaults',
  'sign-in-settings',
  'provisioning',
  'identity-providers',
  'embedding',
  'organisation',
  'organisations',
  'case-types',
  'processes',
  'catalogue-settings',
  'registry-settings',
  'menu-items',
  'forms',
  'formbuilder',
  'i18n',
  'configuration',
] as const;

/**
 * What an entry can show: a page, the list of a registry (`registry`), a page of HR (`hr`, by `params.view`), the first of its entries (`section`), or a page of
 * another system, in a new tab (`link`) or inside the application (`embed`).
 */
export const MENU_PAGES = [...APPLICATION_PAGES, 'hr', 'registry', 'section', 'link', 'embed'] as const;
/** What an entry with a page of HR shows (`params.view`): the list of employees, or the user's own card. */
export const HR_VIEWS = ['people', 'card'] as const;
export type HrView = (typeof HR_VIEWS)[number];
export type ApplicationPage = (typeof APPLICATION_PAGES)[number];
export type MenuPage = (typeof MENU_PAGES)[number];

/** First parts of addresses that no entry can have: the server's own, and pages without the menu. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['api', 'scim', 'identity', 'i18n', 'embed', 'frame', 'metrics', 'health', 'demo'],
  ...['login', 'callback', 'popup-login', 'task-action', 'unsubscribe', 'email-change', 'email-undo', 'setup', 'help'],
  ...['401', 'task-form-view', 'record-form-view', 'start-form-view'],
]);

/** Whether an entry can have this address: `/assets/keys`. */
export function isMenuPath(path: string): boolean {
  return /^(?:\/[\w-]+){1,6}$/.test(path) && !RESERVED.has(path.split('/')[1]!.toLowerCase());
}

/** The address that a `link` opens: `https:`, or a path of the application; null for none or an unsafe one. */
export function linkOf(params: Readonly<Record<string, unknown>> | undefined): string | null {
  const url = params?.url;
  return typeof url === 'string' && url.length <= 2000 ? linkAddress(url) : null;
}

/** What an embedded page may do in addition to running scripts: tokens of an iframe's `sandbox` without `allow-`. */
export const FRAME_PERMISSIONS = ['forms', 'popups', 'downloads', 'same-origin'] as const;
export type FramePermission = (typeof FRAME_PERMISSIONS)[number];

/** A page of another system inside the application. */
export interface FramedPage {
  readonly url: string;
  readonly allow: readonly FramePermission[];
}

/** The page that an `embed` shows: `https:`, or this machine; null for none or an unsafe address. */
export function framedPageOf(params: Readonly<Record<string, unknown>> | undefined): FramedPage | null {
  const { url, allow = [] } = params ?? {};
  if (typeof url !== 'string' || url.length > 2000 || !URL.canParse(url)) return null;
  const { protocol, hostname, username, password, href } = new URL(url);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && LOCAL_HOSTS.has(hostname));
  if (!isSafe || username !== '' || password !== '' || !Array.isArray(allow)) return null;
  const permissions = FRAME_PERMISSIONS.filter((permission) => allow.includes(permission));
  return permissions.length === allow.length ? { url: href, allow: permissions } : null;
}

const LOCAL_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

interface Placed {
  readonly id: string;
  readonly parentId: string | null;
}

/** Faults of a tree: `cycle` for an entry below itself, `too_deep` for one below the last level. */
export function treeFault(rows: readonly Placed[], most: number): 'cycle' | 'too_deep' | undefined {
  const parents = new Map(rows.map(({ id, parentId }) => [id, parentId]));
  let fault: 'too_deep' | undefined;
  for (const { id } of rows) {
    let level = 1;
    for (let above = parents.get(id); above; above = parents.get(above)) {
      level += 1;
      // More steps than entries: the way up never ends.
      if (level > rows.length) return 'cycle';
    }
    if (level > most) fault = 'too_deep';
  }
  return fault;
}
