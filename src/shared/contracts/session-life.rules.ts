/** Longest life of a session, and the usual one: 30 days. */
export const SESSION_HOURS_MAX = 720;
