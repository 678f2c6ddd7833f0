import type { Tx } from '../../platform/database.ts';
import { changeSecret, insertClient, newSecret, readClients } from '../embed/index.ts';

/** Credentials of a back end. */
export interface DemoClient {
  readonly id: string;
  readonly secret: string;
}

/** Registers a back end with the organisation. Creates a new secret at each start, because only its hash is stored. */
export async function admitClient(tx: Tx, fields: Parameters<typeof insertClient>[1]): Promise<DemoClient> {
  const { secret, sha256 } = newSecret();
  const known = (await readClients(tx)).find(({ name }) => name === fields.name);
  const id = known?.id ?? (await insertClient(tx, fields, sha256));
  if (known) await changeSecret(tx, id, sha256);
  return { id, secret };
}

/** Requests an element token as the back end of a page; the same for every page of the demo. */
export async function requestToken(
  verva: string,
  client: DemoClient,
  body: { readonly scopes: readonly string[]; readonly origin: string } & Readonly<Record<string, unknown>>,
): Promise<{ readonly id: string; readonly token: string }> {
  const reply = await fetch(`${verva}/api/embed/sessions`, {
    method: 'POST',
    headers: { authorization: authorizationOf(client), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(await reply.text());
  return (await reply.json()) as { id: string; token: string };
}

export const authorizationOf = ({ id, secret }: DemoClient): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
