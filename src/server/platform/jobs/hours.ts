/** Hour of an organisation's night in which work is done that reads many rows. */
export const NIGHT_HOUR = 2;
/** Hour at which an organisation's users are reminded of days. */
export const MORNING_HOUR = 8;
