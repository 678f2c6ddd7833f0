import type { EmbedClient } from '../../shared/contracts/embed-clients.contract.ts';
import type { Scope } from './embedding.store.ts';

const USERS = ['verva-settings-users', 'verva-settings-groups'] as const;

/** Elements of each scope. There are none for employees yet. */
const TAGS: Readonly<Partial<Record<Scope, readonly string[]>>> = {
  inbox: ['verva-inbox'],
  task: ['verva-task-form'],
  delegation: ['verva-delegation-editor'],
  manuals: ['verva-manual-reader'],
  records: ['verva-records'],
  'people:read': USERS,
  people: USERS,
  reference: [
    'verva-settings-tags',
    'verva-settings-departments',
    'verva-settings-companies',
    'verva-settings-dimensions',
    'verva-settings-dropdowns',
  ],
};

type Client = Pick<EmbedClient, 'id' | 'scopes' | 'readersGroupId'>;

/** Elements available with a client's tokens. */
export function tagsOf({ scopes }: Client): readonly string[] {
  const tags = [...new Set(scopes.flatMap((scope) => TAGS[scope] ?? []))];
  return tags.filter((tag) => tag !== 'verva-task-form' || !tags.includes('verva-inbox'));
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
