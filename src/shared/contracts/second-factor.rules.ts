/** Whom an organisation can require to sign in with a second factor. */
export const SECOND_FACTORS = ['off', 'admins', 'all'] as const;
