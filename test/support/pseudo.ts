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

/** Shows the page in the pseudo language from its next session on. Its language must be English. */
export async function speakPseudo(page: Page): Promise<void> {
  const texts = [...(await readCatalogue())].map(([key, { en }]) => [key, pseudo(en)]);
  const body = JSON.stringify(Object.fromEntries(texts));
  await page.route('**/i18n/*-en.json*', (route) => route.fulfill({ contentType: 'application/json', body }));
  await page.route('**/api/session', async (route) => {
    const answer = await route.fetch();
    const session = await answer.json();
    if (session.tenant) session.tenant.texts = ['pseudo-en.json?v=1'];
    await route.fulfill({ response: answer, json: session });
  });
}
