/** The managers of each user, by username. */
export type Managers = ReadonlyMap<string, readonly string[]>;

/** Returns the users who are above and below themselves, or between two such circles. */
export function usersInCircles(managers: Managers): ReadonlySet<string> {
  const below = new Map<string, string[]>();
  for (const [user, above] of managers) for (const one of above) below.set(one, [...(below.get(one) ?? []), user]);
  const left = new Set([...managers.keys(), ...below.keys()]);
  peel(left, managers, below);
  peel(left, below, managers);
  return left;
}

/** Removes users without anyone left above them, and then those below who are left without. */
function peel(left: Set<string>, above: Managers, below: Managers): void {
  const count = new Map(
    [...left].map((one) => [one, (above.get(one) ?? []).filter((other) => left.has(other)).length]),
  );
  const free = [...left].filter((one) => count.get(one) === 0);
  for (let one = free.pop(); one !== undefined; one = free.pop()) {
    left.delete(one);
    for (const other of below.get(one) ?? []) {
      if (!left.has(other)) continue;
      const remaining = count.get(other)! - 1;
      count.set(other, remaining);
      if (remaining === 0) free.push(other);
    }
  }
}
