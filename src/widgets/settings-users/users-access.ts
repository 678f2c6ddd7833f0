/** What the page's token allows. */
export interface UsersAccess {
  readonly mayEdit: boolean;
  /** Opens a page of the application, for what an element does not do; null with a full token, which does everything here. */
  readonly leave: ((path: string) => void) | null;
}

/** The page of a user in the application. */
export const pageOfUser = (username: string): string => `/settings/users?id=${encodeURIComponent(username)}`;
