/** Initial values in the address: `?v.days=3`. */
export function initialOf(search: string): string | undefined {
  const values = [...new URLSearchParams(search)].flatMap(([name, value]) =>
    name.startsWith('v.') ? [[name.slice(2), value] as const] : [],
  );
  return values.length > 0 ? JSON.stringify(Object.fromEntries(values)) : undefined;
}
