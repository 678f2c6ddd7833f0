/**
 * Key prefix of a messages file: `src/widgets/inbox/inbox.messages.ts` is `inbox`, and
 * `…/inbox/panels/panels.messages.ts` is `inbox.panels`. Organisations' own texts are stored by it, so that moving such
 * a file loses them.
 */
export function catalogueName(path: string): string {
  const [, inside = path] =
    /\/?src\/(?:widgets|host|shared)\/(.*)\.messages\.ts$/.exec(path.replaceAll('\\', '/')) ?? [];
  const names = inside.split('/');
  return names.filter((name, index) => name !== names[index - 1]).join('.');
}
