import type { ServerModule } from '../../platform/context.ts';
import { avatarRoutes } from './avatar.routes.ts';
import { peopleRoutes } from './people.routes.ts';
import { usersRoutes } from './users.routes.ts';

export { ADMINISTRATORS, keepingAdministrators } from './administrators.store.ts';
export { findAliasOwner, lockUser, readChoices, readGroupsOfOthers, writeUsers } from './change.store.ts';
export { handleRefusedLinks } from './link-refused.ts';
export { readPicture } from './picture.rules.ts';
export { sendPicture } from './send-picture.ts';
export { emailChangedMail } from './users.mails.ts';
export { notifyProfileChanged } from './users.routes.ts';
export { type ChangedUser, changedUser, isSameAddress, newUser, personOfPath, visibleTo } from './users.rules.ts';
export {
  findUser,
  findUsers,
  insertPeople,
  insertPerson,
  type NewPersonRow,
  type PersonDetails,
  personRef,
  personRow,
} from './users.store.ts';

/** Users: /api/identity/users. */
export const users: ServerModule = async (app, context) => {
  usersRoutes(app, context);
  peopleRoutes(app, context);
  await avatarRoutes(app, context);
};
