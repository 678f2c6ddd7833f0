/** Returns the address of a link that is safe to open: `https:`, or a path of the application. */
export function linkAddress(target: string): string | null {
  if (/^\/(?![/\\])/.test(target)) return target;
  if (!URL.canParse(target)) return null;
  const { protocol, username, password, href } = new URL(target);
  return protocol === 'https:' && username === '' && password === '' ? href : null;
}
