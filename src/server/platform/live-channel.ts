/** The channel on which the relay announces new rows of `live_event`. */
export const LIVE_CHANNEL = 'verva_live';

/** The payload of a notification, as JSON: at most a hundred new rows of one tenant. Listeners read them by id. */
export interface LiveNotice {
  readonly tenantId: number;
  readonly ids: readonly string[];
}
