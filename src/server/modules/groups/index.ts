import { sql } from 'kysely';
import { listPeopleGroups } from '../../../shared/contracts/groups.contract.ts';
import type { ServerModule } from '../../platform/context.ts';
import { serve } from '../../platform/http/serve.ts';

/** User groups for form fields and settings: /api/identity/groups. */
export const groups: ServerModule = (app, context) => {
  serve(app, context, listPeopleGroups, async ({ tx }) => {
    const { rows } = await sql<{ id: string; name: string; people: number }>`
      SELECT g.id, g.name, (SELECT count(*)::int FROM group_member m JOIN app_user u ON u.id = m.user_id AND u.status = 'active'
        WHERE m.group_id = g.id) AS people
      FROM app_group g ORDER BY lower(g.name), g.id`.execute(tx);
    return rows;
  });
};
