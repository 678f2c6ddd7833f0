import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { LANGUAGES, type LanguageId } from '../contracts/constants.ts';
import { ERRORS } from '../contracts/errors.ts';
import { catalogueName } from './catalogue-name.ts';
import { allParts, PART, partsOf } from './compiled.ts';
import type { Messages } from './messages.ts';

const ROOT = join(import.meta.dirname, '../../..');
const FILES = globSync('src/**/*.messages.ts', { cwd: ROOT });
const PLURALS: Record<LanguageId, readonly string[]> = {
  en: ['one', 'other'],
  et: ['one', 'other'],
  ru: ['one', 'few', 'many', 'other'],
  zh: ['other'],
};

/** Type of `#` within a plural. */
const POUND = 7;
const NAMELESS = new Set<number>([PART.text, POUND]);

async function catalogues(): Promise<{ file: string; texts: Record<LanguageId, Readonly<Record<string, string>>> }[]> {
  const all = await Promise.all(
    FILES.map(async (file) => {
      const exported = (await import(join(ROOT, file))) as Readonly<Record<string, Messages>>;
      return Object.values(exported)
        .filter((value) => value && typeof value === 'object' && 'sources' in value)
        .map(({ sources }) => ({ file, texts: sources as Record<LanguageId, Record<string, string>> }));
    }),
  );
  return all.flat();
}

test("PRV-06 no two message files have the same name, which organisations' own texts refer to", () => {
  const names = FILES.filter((file) => !file.includes('src/server/')).map(catalogueName);
  assert.deepEqual([...new Set(names)].sort(), names.sort());
});

test('I18N-04 no key is missing in any language, and none exists in only one', async () => {
  const found = await catalogues();
  assert.ok(found.length >= 4, 'every file of messages has to be seen');
  for (const { file, texts } of found) {
    for (const language of LANGUAGES) {
      assert.deepEqual(Object.keys(texts[language]).sort(), Object.keys(texts.en).sort(), `${file} ${language}`);
      for (const [key, text] of Object.entries(texts[language])) assert.ok(text.trim(), `${file} ${language} ${key}`);
    }
  }
});

test('I18N-04 every message is valid ICU and has the same arguments in all languages', async () => {
  for (const { file, texts } of await catalogues()) {
    for (const key of Object.keys(texts.en)) {
      const names = LANGUAGES.map((language) => {
        const parts = [...allParts(partsOf(texts[language][key] ?? ''))];
        return [...new Set(parts.filter(({ type }) => !NAMELESS.has(type)).map(({ value }) => value))].sort();
      });
      for (const list of names) assert.deepEqual(list, names[0], `${file} ${key}`);
    }
  }
});

test('I18N-04 plurals have the forms of their language, each with the number', async () => {
  for (const { file, texts } of await catalogues()) {
    for (const language of LANGUAGES) {
      for (const [key, text] of Object.entries(texts[language])) {
        for (const part of allParts(partsOf(text))) {
          if (part.type !== PART.plural) continue;
          const forms = Object.keys(part.options ?? {}).filter((form) => !form.startsWith('='));
          assert.deepEqual(forms.sort(), [...PLURALS[language]].sort(), `${file} ${language} ${key}`);
        }
      }
    }
  }
});

test('texts have no exclamation marks, straight quotes, three dots or doubled apostrophes', async () => {
  for (const { file, texts } of await catalogues()) {
    for (const language of LANGUAGES) {
      for (const [key, text] of Object.entries(texts[language])) {
        const where = `${file} ${language} ${key}: ${text}`;
        assert.doesNotMatch(text, /\.\.\./, where);
        assert.doesNotMatch(text, /"/, where);
        assert.doesNotMatch(text, /''/, where);
        if (language === 'et' || language === 'ru') assert.doesNotMatch(text, /“[^”]*”/, where);
      }
    }
  }
});

test('messages are in their own files, so that the build can split them by language', () => {
  for (const file of globSync('src/{widgets,host,shared}/**/*.{ts,tsx}', { cwd: ROOT })) {
    if (/[./]messages\.ts$/.test(file) || /\.test\.tsx?$/.test(file)) continue;
    const code = readFileSync(join(ROOT, file), 'utf8');
    assert.doesNotMatch(code, /(?<!function )\bdefineMessages\(/, file);
  }
});

/**
 * Words that the English screen texts must not use: indefinite words for people and things, metaphors, and exclamation marks.
 */
const PRIVATE_WORDS =
  /\b(somebody|nobody|anybody|whoever|told|tells?|stands?|besides?|anew|late|(?<!e-)mails?|may not|goes? on|put right|(?:is|are) needed|by (?:itself|themselves))\b|!/i;
/** "Letter" for an e-mail, except where it means a character. */
const LETTER = /^(?!.*\b(?:digits|uppercase|lowercase)\b).*\bletters?\b/i;
/** A button that repeats a failed request says "Try again" on every screen; "Retry 3 tasks" names an object. */
const RETRY = /^Retry$/;
/** Texts quoted from the specification. */
const QUOTED: ReadonlySet<string> = new Set(['Login successful!']);

test('the English texts use plain words', async () => {
  const texts = (await catalogues()).flatMap(({ file, texts: { en } }) =>
    Object.entries(en).map(([key, text]) => [`${file} ${key}`, text] as const),
  );
  const errors = Object.entries(ERRORS).map(([code, { text }]) => [code, text] as const);
  const found = [...texts, ...errors].filter(
    ([, text]) => !QUOTED.has(text) && [PRIVATE_WORDS, LETTER, RETRY].some((words) => words.test(text)),
  );
  assert.deepEqual(found, []);
});

/**
 * Texts of exceptions are in English. Code of the browser may compare them, because services without codes have nothing
 * else, and shows a text by code.
 */
const COMPARED = /\/i?\.test\(\(?(?:error|cause)(?: as \w+\))?\.message\)|\b(?:error|cause)\.message\.startsWith\(/;
/** Quotes what the browser says of a failed request, for developers of pages with elements. */
const QUOTES_EXCEPTIONS = 'src/widgets/doctor/probe-server.ts';

test('I18N-04 no screen shows the text of an exception', () => {
  const found: string[] = [];
  let compared = 0;
  for (const file of globSync('src/{widgets,host,shared}/**/*.{ts,tsx}', { cwd: ROOT })) {
    if (/\.test\.tsx?$/.test(file) || file === QUOTES_EXCEPTIONS) continue;
    for (const line of readFileSync(join(ROOT, file), 'utf8').split('\n')) {
      if (!/\b(?:error|cause|reason|failure|exception|Error\))\??\.message\b/.test(line)) continue;
      if (COMPARED.test(line)) compared += 1;
      else found.push(`${file}: ${line.trim()}`);
    }
  }
  assert.deepEqual(found, []);
  assert.ok(compared > 0);
});
