const LIST = '/settings/manuals';

/** Address of a manual for its authors; `tab` is a tab of its page. */
export function manualPath(id: string, tab?: string): string {
  return `${LIST}/${encodeURIComponent(id)}${tab ? `?tab=${tab}` : ''}`;
}

/** Id of the manual in an address; null for the list. */
export function manualOfPath(path: string): string | null {
  const [, id] = new RegExp(`^${LIST}/([^/]+)$`).exec(path) ?? [];
  return id ? decodeURIComponent(id) : null;
}
