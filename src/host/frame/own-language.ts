import { call } from '../../shared/api/index.ts';
import type { LanguageId } from '../../shared/contracts/constants.ts';
import { getUser, putUser, type User } from '../../shared/contracts/session.contract.ts';
import { checkSession } from '../../shared/session/index.ts';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { chooseLanguage } from '../display.ts';

/**
 * Switches this browser to a language at once and saves it in the signed-in user's profile, which e-mails and elements
 * on other pages follow. If it cannot be saved, a message says so and the browser keeps the language.
 */
export async function chooseOwnLanguage(id: LanguageId): Promise<void> {
  chooseLanguage(id);
  try {
    const params = { userId: 'me' };
    const { name, email, phoneNumber, languageId, version } = (await call(getUser, { params })) as User;
    if (languageId === id) return;
    await call(putUser, { params, body: { name, email, phoneNumber, languageId: id }, ifMatch: version });
    void checkSession();
  } catch (error) {
    showProblem(error);
  }
}
