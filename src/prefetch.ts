import type { VervaConfiguration } from './shared/session/index.ts';

const KEY = Symbol.for('verva.prefetched');
/** First request of an inbox, exactly as it sends it. */
const LIST = '/api/tasks?sort=due%3Aasc&limit=50';
/** An inbox with one of these attributes sends another request. */
const INBOX = 'verva-inbox:not([view],[filters],[sort],[group],[q])';
const LANGUAGE = /^(?:en|et|ru|zh)/i;
/** The first family of `--verva-font`, which every browser has, and the weights and sizes of rows (tokens.css). */
const FAMILY = 'system-ui';
const WEIGHTS = [400, 600];
const SIZES = [12, 13, 14];
/** Lifetime of prefetched responses. */
const KEPT_MS = 10_000;

type Answers = Map<string, Promise<Response>>;

/**
 * Requests the token, the session and, for an inbox, its first rows while the elements' code is loading, which then
 * uses the responses (shared/api/prefetched.ts). The returned configuration provides the same token.
 */
export function startPrefetch(configuration: VervaConfiguration): VervaConfiguration {
  const { apiBase = new URL(import.meta.url).origin, getToken, locale = '' } = configuration;
  if (!getToken) return configuration;
  const page = globalThis as unknown as Record<symbol, Answers | undefined>;
  page[KEY] ??= new Map();
  const answers = page[KEY];
  const spoken = [locale, document.documentElement.lang, ...navigator.languages, 'en'];
  const language = spoken
    .find((tag) => LANGUAGE.test(tag))
    ?.slice(0, 2)
    .toLowerCase();
  let first: ReturnType<typeof getToken> | undefined = (async () => getToken({ force: false }))();
  first.then(
    (token) => {
      if (!token) return;
      for (const path of ['/api/session', ...(document.querySelector(INBOX) ? [LIST] : [])]) {
        const url = new URL(apiBase, document.baseURI).href.replace(/\/+$/, '') + path;
        const headers = { authorization: `Bearer ${token}`, 'accept-language': `${language}` };
        const answer = fetch(url, { headers, credentials: 'omit' }).then(received);
        const key = [language, token, url].join();
        answers.set(key, answer);
        answer.catch(() => answers.delete(key));
        setTimeout(() => answers.delete(key), KEPT_MS);
      }
      loadLanguageAndFonts(language);
    },
    // The consumer of the token receives the error.
    () => undefined,
  );
  return {
    ...configuration,
    getToken(options) {
      const held = options.force ? undefined : first;
      first = undefined;
      return held ?? getToken(options);
    },
  };
}

/**
 * Reads the whole body. `json()` of a Response resolves in a later task, between which and this one the browser would
 * paint an element without its rows; this one resolves in the same task.
 */
async function received(response: Response): Promise<Response> {
  const text = await response.text();
  return Object.assign(new Response(text, response), { json: async () => JSON.parse(text) });
}

/**
 * The first use of a formatter waits for the browser's language data, and the first layout of a text for its fonts.
 * While the code is loading the page has nothing else to do.
 */
function loadLanguageAndFonts(language: string | undefined): void {
  const month = new Intl.DateTimeFormat(language, { month: 'long' }).format();
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) return;
  for (const weight of WEIGHTS)
    for (const size of SIZES) {
      pen.font = `${weight} ${size}px ${FAMILY}`;
      pen.measureText(`${month} 12, · …`);
    }
}
