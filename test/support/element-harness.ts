import { sendKeys, setViewport } from '@web/test-runner-commands';
import { REASON_HEADER } from '../../src/shared/contracts/hr.rules.ts';
import { configureVerva } from '../../src/shared/session/index.ts';
import { snacks } from '../../src/shared/ui/snackbar.ts';
import { runAxe } from './axe.ts';
import { waitUntil } from './wait-until.ts';

type Body = Record<string, unknown>;
/** Responses by method and path below /api. */
export type Answers = Record<string, (body: Body) => Response>;

interface Sent {
  readonly what: string;
  readonly query: string;
  readonly ifMatch: string | null;
  /** Why another user's data is opened. */
  readonly reason: string | null;
  /** The JSON body; the content type of another body. */
  readonly body: Body;
}

export const json = (body: unknown, status = 200) =>
  new Response(status === 204 ? null : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  });

export const problem = (status: number, code: string, title: string, more: object = {}) =>
  json({ code, title, status, ...more }, status);

/** A column of `/api/records/{resource}/columns`. */
export const column = (field: string, type: string, sortable = false) => ({
  ...{ field, title: field, type, filter: type === 'number' ? null : type, sortable, operators: [] },
});

/** The session of an administrator; with scopes, that of an element token. */
export const sessionWith = (scopes: readonly string[] | null) =>
  json({
    scopes,
    user: {
      ...{ id: 'anna.tamm', key: 'k0', name: 'Anna Tamm', avatar: null, languageId: 'en', groups: ['admin'] },
      version: 1,
    },
    tenant: { tenantId: 'acme', name: 'Acme', timeZone: 'UTC', languageId: 'en', today: '2026-11-23', texts: [] },
    tenants: [],
  });

/** What every element of the settings asks for, as an administrator. */
const SESSION: Answers = {
  'GET /session': () => sessionWith(null),
  'GET /live': () => new Response(new ReadableStream()),
  'GET /i18n/languages': () => json([{ languageId: 'en', name: 'English', enabled: true }]),
};

const RULES = { region: { enabled: false }, 'heading-order': { enabled: false } };

async function readBody(request: Request): Promise<Body> {
  const type = request.headers.get('content-type');
  if (type === 'application/json') return request.json();
  return type ? { type } : {};
}

/**
 * Draws one element of the settings and answers its requests: from `answers`, which a test fills, or from `standard`.
 * Call it once in a file.
 */
export function elementHarness(tag: string, standard: Answers) {
  const sent: Sent[] = [];
  const answers: Answers = {};
  const reported: unknown[] = [];
  const onReport = (event: Event) => reported.push((event as CustomEvent).detail);
  const forget = () => {
    for (const what of Object.keys(answers)) delete answers[what];
  };
  let element: HTMLElement;
  const browserFetch = window.fetch;

  beforeEach(() => {
    sent.length = 0;
    reported.length = 0;
    window.addEventListener('verva-settings-changed', onReport);
    forget();
    window.fetch = async (input, init) => {
      const request = new Request(input as string, init);
      const { pathname, search } = new URL(request.url);
      const what = `${request.method} ${pathname.replace('/api', '')}`;
      const body = await readBody(request);
      const given = request.headers.get(REASON_HEADER);
      sent.push({
        ...{ what, query: decodeURIComponent(search), ifMatch: request.headers.get('if-match'), body },
        reason: given === null ? null : decodeURIComponent(given),
      });
      const answer = answers[what] ?? standard[what] ?? SESSION[what];
      return answer?.(body) ?? problem(404, 'request.not_found', 'Nothing here.');
    };
    configureVerva({ getToken: async () => 'a.b.c', locale: 'en' });
  });
  afterEach(() => {
    window.fetch = browserFetch;
    window.removeEventListener('verva-settings-changed', onReport);
    snacks.value = [];
    document.body.replaceChildren();
  });

  const root = () => element.shadowRoot as ShadowRoot;
  const all = (selector: string) => [...root().querySelectorAll<HTMLElement>(selector)];
  /** Finds the control with this label; the last one, since a dialog follows the page that opened it. */
  const field = (label: string) => {
    const found = all('label.label').findLast((one) => one.querySelector('span')?.textContent === label);
    return root().getElementById(found?.getAttribute('for') ?? '') as HTMLInputElement;
  };
  return {
    sent,
    /** Saved changes that the element reported to its page. */
    reported: reported as readonly unknown[],
    /** Responses of one test, which replace those of `standard`. */
    answers,
    /** Returns to the responses of `standard`. */
    forget,
    /** Requests that change something. */
    changes: () => sent.filter(({ what }) => !what.startsWith('GET')),
    element: () => element,
    root,
    all,
    find: (selector: string) => root().querySelector<HTMLElement>(selector)!,
    /** Text of the open dialog. */
    words: () => root().querySelector('dialog')?.textContent ?? '',
    /** Finds the button or menu item with this name. */
    button: (name: string, within = '') =>
      all(`${within} :is(button, [role=menuitem])`).find(
        (one) => (one.getAttribute('aria-label') ?? one.textContent)?.trim() === name,
      )!,
    field,
    /** Hint or fault of a control. */
    noteOf: (label: string) => root().getElementById(field(label)?.getAttribute('aria-describedby') ?? '')?.textContent,
    typeInto: async (label: string, text: string) => {
      field(label).focus();
      field(label).select();
      await sendKeys({ type: text });
    },
    /** Violations found by axe: the rule and the first element. */
    findings: async () => {
      const { violations } = await runAxe(element, { rules: RULES });
      return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`);
    },
    draw: async (width: number, attributes = '', isThere: () => unknown = () => all('tbody tr').length > 0) => {
      await setViewport({ width, height: 900 });
      const place = document.createElement('main');
      place.innerHTML = `<${tag} ${attributes}></${tag}>`;
      document.body.append(place);
      element = place.querySelector(tag) as HTMLElement;
      await waitUntil(isThere, 'it is drawn');
    },
  };
}
