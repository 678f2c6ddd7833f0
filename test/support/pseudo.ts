import type { Page } from 'playwright-core';
import { readCatalogue } from '../../src/server/modules/i18n/catalogue.ts';
import { type MessagePart, PART, partsOf } from '../../src/shared/locale/compiled.ts';

/**
 * A language that nobody speaks, for tests: every text of the interface in brackets, with accents, and two fifths longer.
 * It reaches the page as an organisation's own words, so that what is tried is what is shipped.
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

/** The parts of a text in the language of tests. Words, so that a line can break in what was added. */
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

/** Has the page say everything in the language of tests, from its next session on. Its language has to be English. */
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
