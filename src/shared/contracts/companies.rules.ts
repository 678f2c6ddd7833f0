/** Maximum size of a logo in bytes. */
export const LOGO_MAX_BYTES = 262_144;
