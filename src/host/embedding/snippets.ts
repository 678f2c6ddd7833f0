import type { EmbedClient } from '../../shared/contracts/embed-clients.contract.ts';
import type { Scope } from './embedding.store.ts';

/** Elements of each scope. There are none for users and records yet. */
const TAGS: Readonly<Partial<Record<Scope, string>>> = {
  inbox: 'verva-inbox',
  task: 'verva-task-form',
  delegation: 'verva-delegation-editor',
  manuals: 'verva-manual-reader',
};

type Client = Pick<EmbedClient, 'id' | 'scopes' | 'readersGroupId'>;

/** Elements available with a client's tokens. */
export function tagsOf({ scopes }: Client): readonly string[] {
  return scopes
    .flatMap((scope) => TAGS[scope] ?? [])
    .filter((tag, _, all) => tag !== 'verva-task-form' || !all.includes('verva-inbox'));
}

/** Server code that answers `/verva-token`. It reads the secret from its environment. */
export function backEndSnippet({ id, scopes, readersGroupId }: Client, server: string, origin: string): string {
  const isReaders = readersGroupId !== null && scopes.includes('manuals');
  const who = isReaders
    ? `reader: { id: person.id, name: person.name, languageId: person.language },
      scopes: ['manuals'],`
    : `userId: person.username,
      scopes: [${scopes.map((scope) => `'${scope}'`).join(', ')}],`;
  return `// person: who is signed in at your page
async function vervaToken(person) {
  const client = '${id}:' + process.env.VERVA_SECRET;
  const answer = await fetch('${server}/api/embed/sessions', {
    method: 'POST',
    headers: {
      authorization: 'Basic ' + Buffer.from(client).toString('base64'),
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      ${who}
      origin: '${origin}',
    }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()).token;
}`;
}
