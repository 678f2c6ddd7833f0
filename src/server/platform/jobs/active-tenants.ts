import { sql } from 'kysely';

/** Condition on rows with `tenant_id`: those of suspended organisations wait until the organisation is resumed. */
export const ofActiveTenant = sql<boolean>`tenant_id <> ALL(ARRAY(SELECT id FROM tenant WHERE status <> 'active'))`;
