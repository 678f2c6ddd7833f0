/** Who calls: made from a verified token, kept for at most 30 seconds. */
export interface CallerSession {
  readonly tenantId: number;
  readonly tenantSlug: string;
  /** IANA name; "today" of the tenant is computed with it. */
  readonly timeZone: string;
  /** The user's language. */
  readonly languageId: string;
  /** `app_user.id`. */
  readonly userId: string;
  readonly username: string;
  readonly name: string;
  readonly groups: readonly string[];
  /** Member of `admin` or `verva.admin`: passes every check but the provider's own. */
  readonly isAdmin: boolean;
  /** Member of `verva.admin`. */
  readonly isProvider: boolean;
  /** Permissions of an element token; null: no restriction. */
  readonly scopes: readonly string[] | null;
  /** Catalogue items that an element token may start; undefined: all that the user may start. */
  readonly items?: readonly string[];
  /** The origin of the pages that an element token is for. */
  readonly origin?: string;
  /** The back end that requested the element token. */
  readonly client?: { readonly id: string; readonly name: string };
}
