import { NAME_LANGUAGES, type Names } from '../engine/model.ts';
import type { Reading } from './reading.ts';
import { attributeOf, type Element, type Extension } from './vendor.ts';

interface Translations {
  readonly names?: Names;
  readonly shortNames?: Names;
  readonly stages?: Names;
}

/** Reads the translated names of a process or a step: `<verva:translation lang="et" name="…" shortName="…" stage="…"/>`. */
export function readTranslations(
  element: Element,
  extension: Extension,
  { findings }: Reading,
  maxShortName: number,
): Translations {
  const names: Names = {};
  const shortNames: Names = {};
  const stages: Names = {};
  const seen = new Set<string>();
  for (const one of extension.elements('verva:translation')) {
    const lang = attributeOf(one, 'lang')?.trim() ?? '';
    const name = attributeOf(one, 'name')?.replace(/\s+/g, ' ').trim();
    const shortName = attributeOf(one, 'shortName')?.trim().slice(0, maxShortName);
    const stage = stageText(attributeOf(one, 'stage'));
    if (!isOurs(lang)) {
      const known = NAME_LANGUAGES.join(', ');
      findings.problem(
        'name.translation',
        element,
        `The language of a translation must be one of ${known}, not ${lang}.`,
      );
    } else if (seen.has(lang)) {
      findings.problem('name.translation', element, `There are two translations in ${lang}.`);
    } else if (!name && !shortName && !stage) {
      findings.problem('name.translation', element, `The translation in ${lang} has no name.`);
    } else {
      if (name) names[lang] = name;
      if (shortName) shortNames[lang] = shortName;
      if (stage) stages[lang] = stage;
    }
    seen.add(lang);
  }
  return {
    ...(Object.keys(names).length > 0 ? { names } : {}),
    ...(Object.keys(shortNames).length > 0 ? { shortNames } : {}),
    ...(Object.keys(stages).length > 0 ? { stages } : {}),
  };
}

/** Maximum characters of a stage. */
const MAX_STAGE = 80;

/** Returns the text of a stage in one line, cut at the maximum length. */
export function stageText(text: string | undefined): string | undefined {
  return text?.replace(/\s+/g, ' ').trim().slice(0, MAX_STAGE);
}

const isOurs = (lang: string): lang is keyof Names => NAME_LANGUAGES.some((one) => one === lang);
