import { expect } from '@open-wc/testing';
import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useEffect, useState } from 'react';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { call } from '../api/index.ts';
import { pictureOf } from '../api/pictures.ts';
import { listTasks } from '../contracts/tasks.contract.ts';
import { watchUnsaved } from '../page/unsaved.ts';
import { configureVerva, getIdToken, logout, session } from '../session/index.ts';
import { rememberPerson, usePersonNames } from '../ui/filters/person-names.ts';
import { asksToSignIn, SignIn } from '../ui/sign-in.tsx';
import { showSnack, snacks } from '../ui/snackbar.ts';
import { defineWidget } from './define-widget.tsx';

const browserFetch = window.fetch;
const encode = (claims: object) => `h.${btoa(JSON.stringify(claims))}.s`;
const tokenOf = (who: string) => encode({ sub: who, iat: 0, exp: 3600 });
const whoOf = (request: Request) =>
  JSON.parse(atob(request.headers.get('authorization')?.split('.')[1] ?? btoa('{}'))).sub as string | undefined;
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** Responses withheld by the test. */
let held: (() => void)[] | null = null;
const asked: string[] = [];

async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const who = whoOf(request);
  asked.push(`${who} ${pathname}`);
  if (!who) return json({ code: 'session.required', status: 401 }, 401);
  if (held) await new Promise<void>((go) => held?.push(go));
  if (pathname === '/api/session')
    return json({
      user: { id: who, key: who, languageId: 'en', groups: [], permissions: [] },
      tenant: { tenantId: 't', name: 'T', timeZone: 'Europe/Tallinn' },
      tenants: [{ tenantId: 't', name: 'T' }],
    });
  if (pathname.endsWith('/avatar')) return new Response(new Blob(['picture']));
  return json({ items: [{ id: `task of ${who}` }] });
}

function Rows(): ReactNode {
  useSignals();
  const [rows, setRows] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState('');
  const nameOf = usePersonNames([]);
  const isIn = session.value.status === 'signed-in';
  useEffect(() => {
    if (isIn) void call(listTasks, { query: {} }).then(({ items }) => setRows(items.map(({ id }) => String(id))));
  }, [isIn]);
  if (asksToSignIn()) return <SignIn text="Sign in to see rows." />;
  return (
    <>
      {rows.map((row) => (
        <p key={row}>{row}</p>
      ))}
      <input value={typed} onChange={(event) => setTyped(event.target.value)} />
      <em>{nameOf('kati')}</em>
    </>
  );
}
defineWidget('verva-rows', Rows);

let elements: HTMLElement[] = [];
const text = (element: HTMLElement) => {
  const root = element.shadowRoot!;
  return `${root.textContent} ${[...root.querySelectorAll('input')].map(({ value }) => value).join()}`;
};
const both = (isSo: (words: string) => boolean) => waitUntil(() => elements.every((element) => isSo(text(element))));

/** Kati is signed in for both elements, with rows, a draft, a message, a name and a picture. */
async function katiComes(): Promise<void> {
  await configureVerva({ getToken: async () => tokenOf('kati') });
  await both((words) => words.includes('task of kati'));
  for (const element of elements) {
    const input = element.shadowRoot!.querySelector('input')!;
    input.focus();
    document.execCommand('insertText', false, 'what kati typed');
  }
  showSnack({ text: 'Said to kati', timeout: 0 });
  rememberPerson({ id: 'kati', key: 'kati', name: 'Kati Kask' });
  const picture = pictureOf('/api/identity/users/kati/avatar?v=1');
  await waitUntil(() => picture.value !== null);
  await both((words) => words.includes('what kati typed'));
  await waitUntil(() => elements.some((element) => text(element).includes('Said to kati')));
}

const isClean = (words: string) => !/kati|Kask|Said/.test(words.replace('kati', ''));

describe('a page whose user changes', () => {
  before(async () => {
    window.fetch = (input, init) => answer(new Request(input as string, init));
    elements = [0, 1].map(() => document.body.appendChild(document.createElement('verva-rows')));
    await configureVerva({ apiBase: 'https://verva.example' });
  });
  beforeEach(katiComes);
  after(() => {
    for (const element of elements) element.remove();
    window.fetch = browserFetch;
  });

  it('EMB-02 EMB-03 no element shows or stores anything of the previous user', async () => {
    const before = pictureOf('/api/identity/users/kati/avatar?v=1');
    await configureVerva({ getToken: async () => tokenOf('mari') });
    await both((words) => words.includes('task of mari'));
    for (const element of elements) expect(isClean(text(element)), text(element)).to.equal(true);
    expect(snacks.value).to.deep.equal([]);
    expect(pictureOf('/api/identity/users/kati/avatar?v=1')).not.to.equal(before);
    const revoked = await browserFetch(before.value!).then(
      () => false,
      () => true,
    );
    expect(revoked).to.equal(true);
  });

  it('EMB-02 is empty before the new user is known, and ignores responses for the previous one', async () => {
    held = [];
    const rowsBefore = asked.length;
    await configureVerva({ getToken: async () => tokenOf('mari') });
    await both((words) => !words.includes('task of kati'));
    expect(asked.slice(rowsBefore)).to.deep.equal(['mari /api/session']);
    const late = held;
    held = null;
    for (const go of late) go();
    await both((words) => words.includes('task of mari'));
    for (const element of elements) expect(isClean(text(element)), text(element)).to.equal(true);
  });

  it('EMB-02 logout() clears every element, saves input first, and requests no more tokens', async () => {
    const kept: (string | null)[] = [];
    const off = watchUnsaved({
      isTyped: () => true,
      keep: async () => kept.push(await getIdToken()),
      discard: async () => undefined,
    });
    let questions = 0;
    await configureVerva({
      getToken: async () => {
        questions += 1;
        return tokenOf('kati');
      },
    });
    await both((words) => words.includes('task of kati'));
    await logout();
    off();
    expect(kept).to.deep.equal([tokenOf('kati')]);
    await both((words) => words.includes('Sign in to see rows.'));
    for (const element of elements) expect(isClean(text(element)), text(element)).to.equal(true);
    const before = questions;
    expect(await getIdToken()).to.equal(null);
    const other = document.body.appendChild(document.createElement('verva-rows'));
    await waitUntil(() => text(other).includes('Sign in to see rows.'));
    other.remove();
    expect(questions).to.equal(before);
  });
});
