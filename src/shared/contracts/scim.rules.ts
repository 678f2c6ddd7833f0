/** Maximum life of a token of a directory, in months. */
export const SCIM_MONTHS_MAX = 12;
/** Maximum number of tokens of an organisation. */
export const SCIM_CLIENTS_MAX = 20;
