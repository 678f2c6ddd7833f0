/**
 * Signs in at Keycloak's own page as a browser does: cookies, form, redirect. Returns the address that it redirects to.
 */
export async function signInAt(address: string, username: string, password: string): Promise<string> {
  const page = await fetch(address, { redirect: 'manual' });
  const html = await page.text();
  const action = /<form[^>]*id="kc-form-login"[^>]*action="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
  if (!action) throw new Error(`Keycloak shows no form to sign in: ${page.status}`);
  const cookie = page.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const reply = await fetch(action, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie },
    body: new URLSearchParams({ username, password }),
  });
  const back = reply.headers.get('location');
  if (!back) throw new Error(`Keycloak refused ${username}: ${reply.status}`);
  return back;
}

/** Replaces the storage of the application's tab during sign-in. */
export function tabStorage(): Storage {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}
