/**
 * What the keys of a file of messages begin with: `src/widgets/inbox/inbox.messages.ts` is `inbox`, and
 * `…/inbox/panels/panels.messages.ts` is `inbox.panels`. Own texts of organisations are kept by it, so that moving such a
 * file gives them up.
 */
export function catalogueName(path: string): string {
  const [, inside = path] =
    /\/?src\/(?:widgets|host|shared)\/(.*)\.messages\.ts$/.exec(path.replaceAll('\\', '/')) ?? [];
  const names = inside.split('/');
  return names.filter((name, index) => name !== names[index - 1]).join('.');
}
