import { ApiError } from '../../shared/api/index.ts';
import { languageOf, setLanguage } from '../../shared/locale/language.ts';

/** Language and time zone of the e-mail's recipient. */
interface Reader {
  readonly languageId: string;
  readonly timeZone: string;
}

/** Switches the page to the recipient's language, if the response or problem names one. */
export async function applyRecipientLanguage(answer: unknown): Promise<void> {
  const { languageId } = ((answer instanceof ApiError ? answer.problem : answer) ?? {}) as Partial<Reader>;
  const id = languageId === undefined ? undefined : languageOf(languageId);
  if (id) await setLanguage(id);
}
