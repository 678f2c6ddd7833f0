import type { LanguageId } from '../../../shared/contracts/constants.ts';
import type { ServerModule } from '../../platform/context.ts';
import { managerRoutes } from './managers.routes.ts';
import { peopleMessages } from './people.messages.ts';

export { lockManagers, replaceLineManagers, wouldClose } from './managers.store.ts';
export {
  beginning,
  impliedByText,
  named,
  orderOf,
  peopleResource,
  workColumns,
} from './people.resource.ts';

type PeopleText = Parameters<typeof peopleMessages.text>[1];

/** Returns the title of a column of users. */
export const peopleTitle = (language: LanguageId, column: PeopleText): string => peopleMessages.text(language, column);

/** Returns the text of a user's status. */
export const statusTitle = (language: LanguageId, status: string): string =>
  peopleMessages.text(language, `status.${status}` as PeopleText);

/** The list of users, and who manages whom. */
export const people: ServerModule = (app, context) => managerRoutes(app, context);
