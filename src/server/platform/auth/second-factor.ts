import { sql } from 'kysely';

/** Key of the organisation's setting in `tenant_setting`: who must sign in with a second factor. */
export const SECOND_FACTOR_SETTING = 'secondFactor';

/** SQL: whether the organisation of this transaction requires a second factor of a user with these groups (a text array). */
export const demandsSecondFactor = (groups: ReturnType<typeof sql>) =>
  sql<boolean>`coalesce((SELECT value = '"all"' OR (value = '"admins"' AND ${groups} && '{admin,verva.admin}'::text[])
    FROM tenant_setting WHERE key = ${SECOND_FACTOR_SETTING}), false)`;
