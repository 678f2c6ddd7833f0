/** An id made from a name: `quay-workers`. Empty if the name has too few Latin letters. */
export function idForName(name: string): string {
  const id = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[^a-z]+|-$/g, '')
    .slice(0, 64);
  return id.length < 2 ? '' : id;
}
