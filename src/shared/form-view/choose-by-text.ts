import type { LanguageId } from '../contracts/constants.ts';
import type { FieldState } from '../forms/index.ts';
import { sourceOf } from './choice-sources.ts';
import type { FormSetting } from './form-context.ts';
import type { Choice } from './services.ts';
import { ownOptions } from './use-choices.ts';

/** Separators between several names. */
const BETWEEN = /[,;\n\t]/;
/** Concurrent requests. */
const AT_ONCE = 6;

/** Splits typed or pasted text into names for several choices. */
export function namesIn(text: string): readonly string[] {
  const names = text.split(BETWEEN).map((name) => name.trim());
  return [...new Set(names)].filter(Boolean);
}

/** Returns the id of the only choice of a field with this text, second name or id; null for none or several. */
export type ChooseByText = (state: FieldState, text: string) => Promise<string | null>;

/** For one paste: each text is requested once. Found names are remembered for display. */
export function createChooser({
  services,
  names,
  language,
}: Pick<FormSetting, 'services' | 'names'> & { readonly language: LanguageId }): ChooseByText {
  const asked = new Map<string, Promise<Choice | null>>();
  const turns: Promise<unknown>[] = Array.from({ length: AT_ONCE }, () => Promise.resolve());
  let next = 0;
  return async (state, text) => {
    const field = state.definition.node;
    const source = sourceOf(field);
    if (!source) return theOne(ownOptions(field, language), text)?.id ?? null;
    const filter = state.filter.peek();
    const key = `${source.key} ${JSON.stringify(filter)} ${text.toLocaleLowerCase()}`;
    let answer = asked.get(key);
    if (!answer) {
      const look = () =>
        source.look(services.lookUps, { q: text, filter, language }, new AbortController().signal).then(
          (found) => theOne(found, text),
          // Without an answer the text is reported as not found.
          () => null,
        );
      answer = (turns[next % AT_ONCE] ?? Promise.resolve()).then(look);
      turns[next % AT_ONCE] = answer;
      next += 1;
      asked.set(key, answer);
    }
    const choice = await answer;
    if (choice) names.put(source, choice, language);
    return choice?.id ?? null;
  };
}

function theOne(choices: readonly Choice[], text: string): Choice | null {
  const same = (other: string | undefined) => other?.toLocaleLowerCase() === text.toLocaleLowerCase();
  const exact = choices.filter(({ id, detail }) => id === text || same(detail));
  const found = exact.length > 0 ? exact : choices.filter((choice) => same(choice.text));
  return found.length === 1 ? (found[0] ?? null) : null;
}
