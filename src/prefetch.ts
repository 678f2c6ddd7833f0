import type { VervaConfiguration } from './shared/session/index.ts';

const KEY = Symbol.for('verva.prefetched');
/** What an inbox asks for first, as it writes it. */
const LIST = '/api/tasks?sort=due%3Aasc&limit=50';
/** With one of these it asks for something else. */
const INBOX = 'verva-inbox:not([view],[filters],[sort],[group],[q])';
const LANGUAGE = /^(?:en|et|ru|zh)/i;
/** Whoever comes later asks anew. */
const KEPT_MS = 10_000;

type Answers = Map<string, Promise<Response>>;

/**
 * Asks for a token, for who it is, and where there is an inbox for its first rows, while the elements' code is still on its way, which takes
 * them from the page as they come (shared/api/prefetched.ts). The configuration that comes back gives the same token.
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
        const answer = fetch(url, { headers, credentials: 'omit' });
        const key = [language, token, url].join();
        answers.set(key, answer);
        answer.catch(() => answers.delete(key));
        setTimeout(() => answers.delete(key), KEPT_MS);
      }
      // Whoever formats first waits until the browser has read what it knows of languages. Now it has nothing else to do.
      new Intl.NumberFormat(language);
    },
    // Whoever takes the token is told.
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
