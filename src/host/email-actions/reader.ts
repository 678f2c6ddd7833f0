import { ApiError } from '../../shared/api/index.ts';
import { languageOf, setLanguage } from '../../shared/locale/language.ts';

/** Who reads an answer: the person whom the mail was sent to, in their language, by the clock of their organisation. */
interface Reader {
  readonly languageId: string;
  readonly timeZone: string;
}

/** Speaks the language of an answer or a refusal; what does not say one is read in the page's own. */
export async function applyRecipientLanguage(answer: unknown): Promise<void> {
  const { languageId } = ((answer instanceof ApiError ? answer.problem : answer) ?? {}) as Partial<Reader>;
  const id = languageId === undefined ? undefined : languageOf(languageId);
  if (id) await setLanguage(id);
}
