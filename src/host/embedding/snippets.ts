import type { EmbedClient } from '../../shared/contracts/embed-clients.contract.ts';
import type { Scope } from './embedding.store.ts';

/** Elements that a scope opens; of employees and records there is none for pages of others yet. */
const TAGS: Readonly<Partial<Record<Scope, string>>> = {
  inbox: 'verva-inbox',
  task: 'verva-task-form',
  delegation: 'verva-delegation-editor',
  manuals: 'verva-manual-reader',
};

type Client = Pick<EmbedClient, 'id' | 'scopes' | 'readersGroupId'>;

/** The elements that the tokens of a back end open. */
export function tagsOf({ scopes }: Client): readonly string[] {
  return scopes
    .flatMap((scope) => TAGS[scope] ?? [])
    .filter((tag, _, all) => tag !== 'verva-task-form' || !all.includes('verva-inbox'));
}

/** What the page's back end answers `/verva-token` with. The secret comes from its environment. */
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
