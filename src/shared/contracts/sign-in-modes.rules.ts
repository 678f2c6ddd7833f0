/** Ways to sign in that an organisation can allow. `oneTimePassword`: a code that is sent to the user. */
export const SIGN_IN_MODES = ['password', 'oneTimePassword', 'passkey', 'singleSignOn'] as const;
export type SignInMode = (typeof SIGN_IN_MODES)[number];

/** Ways to sign in at the embedded identity service. */
export const ACCOUNT_MODES = ['password', 'oneTimePassword', 'passkey'] as const satisfies readonly SignInMode[];
export type AccountMode = (typeof ACCOUNT_MODES)[number];
