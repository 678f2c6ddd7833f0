/** The level of each entry of a tree, 1 at the top; `circle` where it is above itself, or entries above it are. */
export function levelsOf(
  entries: ReadonlyMap<string, { readonly parentCode: string | null }>,
): ReadonlyMap<string, number | 'circle'> {
  const levels = new Map<string, number | 'circle'>();
  for (const start of entries.keys()) {
    const path: string[] = [];
    const onPath = new Set<string>();
    let code: string | null = start;
    while (code !== null && entries.has(code) && !levels.has(code) && !onPath.has(code)) {
      path.push(code);
      onPath.add(code);
      code = entries.get(code)!.parentCode;
    }
    let level: number | 'circle' = code === null ? 0 : onPath.has(code) ? 'circle' : (levels.get(code) ?? 0);
    for (const one of path.reverse()) {
      level = level === 'circle' ? 'circle' : level + 1;
      levels.set(one, level);
    }
  }
  return levels;
}
