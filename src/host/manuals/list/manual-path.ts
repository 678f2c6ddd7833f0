const LIST = '/settings/manuals';

/** The address of a manual for its authors; `tab` is one of its page. */
export function manualPath(id: string, tab?: string): string {
  return `${LIST}/${encodeURIComponent(id)}${tab ? `?tab=${tab}` : ''}`;
}

/** The manual of an address; null for the list. */
export function manualOfPath(path: string): string | null {
  const [, id] = new RegExp(`^${LIST}/([^/]+)$`).exec(path) ?? [];
  return id ? decodeURIComponent(id) : null;
}
