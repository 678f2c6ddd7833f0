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

/** What goes into the page: the loader, where tokens come from, and the elements. */
export function pageSnippet({ scopes }: Client, server: string): string {
  const tags = scopes
    .flatMap((scope) => TAGS[scope] ?? [])
    .filter((tag, _, all) => tag !== 'verva-task-form' || !all.includes('verva-inbox'));
  return `<script type="module" src="${server}/embed/loader.js"></script>
<script type="module">
  import { configureVerva } from '${server}/embed/loader.js';
  configureVerva({ getToken: async () => (await fetch('/verva-token')).text() });
</script>
${tags.map((tag) => `<${tag}></${tag}>`).join('\n')}`;
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
