import type { Page } from 'playwright-core';
import { readCatalogue } from '../../src/server/modules/i18n/catalogue.ts';
import { type MessagePart, PART, partsOf } from '../../src/shared/locale/compiled.ts';

/**
 * A pseudo language for tests: every text of the interface in brackets, with accents, and 40 % longer. It reaches the
 * page as an organisation's own texts, so that the shipped code is tested.
 */
const ACCENTED: Readonly<Record<string, string>> = Object.fromEntries(
  [...'aceghijklnorsuwyzACEGHIJKLNORSUWYZ'].map((letter, index) => [
    letter,
    [...'áçéğĥíĵķľñöŕšúŵýžÁÇÉĞĤÍĴĶĽÑÖŔŠÚŴÝŽ'][index]!,
  ]),
);
const LONGER = 0.4;
export const OPEN = '⟦';
export const CLOSE = '⟧';

/** The organisation's own texts, as the session names them. */
const PSEUDO_TEXTS = 'pseudo-en.json?v=1';
const JSON_TYPE = [{ name: 'content-type', value: 'application/json' }];
const base64 = (text: string) => Buffer.from(text).toString('base64');

interface Paused {
  readonly requestId: string;
  readonly request: { readonly method: string };
  /** Undefined before the request is sent. */
  readonly responseStatusCode?: number;
}

const accented = (text: string) => text.replaceAll(/[a-zA-Z]/g, (letter) => ACCENTED[letter] ?? letter);

function pseudoPart(part: MessagePart): MessagePart {
  return {
    ...part,
    ...(part.type === PART.text && { value: accented(part.value ?? '') }),
    ...(part.children && { children: part.children.map(pseudoPart) }),
    ...(part.options && {
      options: Object.fromEntries(
        Object.entries(part.options).map(([form, { value }]) => [form, { value: value.map(pseudoPart) }]),
      ),
    }),
  };
}

/** Translates a text to the pseudo language. Uses words, so that lines can break in the added text. */
export function pseudo(text: string): readonly MessagePart[] {
  const length = Math.ceil(text.replaceAll(/\{[^}]*\}/g, '').length * LONGER);
  const more =
    length === 0
      ? ''
      : ` ${'łóñģ '
          .repeat(Math.ceil(length / 5))
          .slice(0, length)
          .trim()}`;
  return [
    { type: PART.text, value: OPEN },
    ...partsOf(text).map(pseudoPart),
    { type: PART.text, value: more.trimEnd() + CLOSE },
  ];
}

/**
 * Shows the page in the pseudo language from its next session on. Its language must be English. Only two requests are
 * intercepted, by the browser's own protocol: a route of Playwright stops every request and turns the cache off, and each
 * page would load and compile the application again.
 */
export async function speakPseudo(page: Page): Promise<void> {
  const texts = [...(await readCatalogue())].map(([key, { en }]) => [key, pseudo(en)]);
  const catalogue = base64(JSON.stringify(Object.fromEntries(texts)));
  const cdp = await page.context().newCDPSession(page);
  const answer = async ({ requestId, request, responseStatusCode }: Paused): Promise<void> => {
    if (responseStatusCode === undefined) {
      await cdp.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: 200,
        responseHeaders: JSON_TYPE,
        body: catalogue,
      });
      return;
    }
    // The page may be leaving; then the response is no longer available.
    if (request.method !== 'GET' || responseStatusCode !== 200) {
      await cdp.send('Fetch.continueRequest', { requestId });
      return;
    }
    const { body, base64Encoded } = await cdp.send('Fetch.getResponseBody', { requestId });
    const session = JSON.parse(Buffer.from(body, base64Encoded ? 'base64' : 'utf8').toString());
    if (session.tenant) session.tenant.texts = [PSEUDO_TEXTS];
    const changed = base64(JSON.stringify(session));
    await cdp.send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders: JSON_TYPE, body: changed });
  };
  cdp.on('Fetch.requestPaused', (paused) => {
    answer(paused).catch(() => undefined);
  });
  await cdp.send('Fetch.enable', {
    patterns: [{ urlPattern: `*${PSEUDO_TEXTS}` }, { urlPattern: '*/api/session', requestStage: 'Response' }],
  });
}
