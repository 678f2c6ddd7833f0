/**
 * Key prefix of a messages file: `src/widgets/inbox/inbox.messages.ts` is `inbox`, and
 * `…/inbox/panels/panels.messages.ts` is `inbox.panels`. Names of server files begin with `server.`. Organisations' own texts are stored by it, so that moving such
 * a file loses them.
 */
export function catalogueName(path: string): string {
  const plain = path.replaceAll('\\', '/');
  const onServer = plain.split('/src/server/modules/')[1];
  const [, inside = path] =
    onServer === undefined
      ? (/\/?src\/(?:widgets|host|shared)\/(.*)\.messages\.ts$/.exec(plain) ?? [])
      : [plain, `server/${onServer.replace('.messages.ts', '')}`];
  const names = inside.split('/');
  return names.filter((name, index) => name !== names[index - 1]).join('.');
}
