import type { VervaConfiguration } from './shared/session/index.ts';

const KEY = Symbol.for('verva.prefetched');
/** First request of an inbox, exactly as it sends it. */
const LIST = '/api/tasks?sort=due%3Aasc&limit=50';
/** An inbox with one of these attributes sends another request. */
const INBOX = 'verva-inbox:not([view],[filters],[sort],[group],[q])';
const LANGUAGE = /^(?:en|et|ru|zh)/i;
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
        const answer = fetch(url, { headers, credentials: 'omit' });
        const key = [language, token, url].join();
        answers.set(key, answer);
        answer.catch(() => answers.delete(key));
        setTimeout(() => answers.delete(key), KEPT_MS);
      }
      // The first use of a formatter waits for the browser's language data. This is a good time for it.
      new Intl.NumberFormat(language);
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
