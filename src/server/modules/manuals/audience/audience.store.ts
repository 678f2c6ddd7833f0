import { type RawBuilder, sql } from 'kysely';
import type { ManualAudience, ManualAudienceRule } from '../../../../shared/contracts/manual-authoring.contract.ts';
import { json, type Tx } from '../../../platform/database.ts';

/** The saved rules of a manual as a table with kind, ref and excluded. */
export const rulesOf = (manualId: string): RawBuilder<unknown> =>
  sql`SELECT kind, ref, excluded FROM manual_audience WHERE manual_id = ${manualId}::uuid`;

/** Rules that are not saved yet, as a table with the same columns. */
export const rulesGiven = (rules: readonly ManualAudienceRule[]): RawBuilder<unknown> =>
  sql`SELECT kind, ref, coalesce(excluded, false) AS excluded
    FROM jsonb_to_recordset(${json(rules)}::jsonb) AS given(kind text, ref text, excluded boolean)`;

/**
 * Common table expressions for a query after WITH. `met` (kind, ref, excluded, user_id) lists the users each rule matches.
 * `people` (user_id, because) lists who must read: active users matched by a rule and by no excluding rule, with the
 * matching rules. Readers of a partner are in its group; `all` matches the users of the organisation.
 */
export const audienceMembers = (rules: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  rules AS MATERIALIZED (${rules}),
  met AS MATERIALIZED (
    SELECT DISTINCT x.kind, x.ref, x.excluded, x.user_id FROM (
      SELECT r.*, a.id AS user_id FROM rules r JOIN app_user a ON r.kind = 'all' AND a.source <> 'partner'
      UNION ALL SELECT r.*, g.user_id FROM rules r JOIN group_member g ON r.kind = 'group' AND g.group_id = r.ref
      UNION ALL SELECT r.*, d.user_id FROM rules r
        JOIN department_closure c ON c.ancestor_id = ${refOf('department')} JOIN user_department d ON d.department_id = c.descendant_id
      UNION ALL SELECT r.*, a.id FROM rules r JOIN app_user a ON a.company_id = ${refOf('company')}
      UNION ALL SELECT r.*, t.entity_id FROM rules r JOIN tagging t ON t.entity = 'user' AND t.tag_id = ${refOf('tag')}
      UNION ALL SELECT r.*, ${refOf('user')} FROM rules r WHERE r.kind = 'user') x
    JOIN app_user u ON u.id = x.user_id AND u.status = 'active'),
  people AS MATERIALIZED (
    SELECT user_id, jsonb_agg(jsonb_build_object('kind', kind, 'ref', ref) ORDER BY kind, ref) AS because
    FROM met GROUP BY user_id HAVING NOT bool_or(excluded))`;

const refOf = (kind: ManualAudienceRule['kind']) => sql`CASE WHEN r.kind = ${sql.lit(kind)} THEN r.ref::uuid END`;

/**
 * Whether the caller must read the manual by its saved rules: the same result as `audienceMembers`, computed from the rows of
 * this user only.
 */
export async function isAddressed(tx: Tx, manualId: string): Promise<boolean> {
  const { rows } = await sql<{ met: boolean }>`
    SELECT count(*) > 0 AND NOT bool_or(r.excluded) AS met
    FROM manual_audience r JOIN app_user u ON u.id = me() AND u.status = 'active'
    WHERE r.manual_id = ${manualId}::uuid AND CASE r.kind WHEN 'all' THEN u.source <> 'partner'
      WHEN 'group' THEN EXISTS (SELECT 1 FROM group_member g WHERE g.user_id = u.id AND g.group_id = r.ref)
      WHEN 'department' THEN EXISTS (SELECT 1 FROM user_department d JOIN department_closure c ON c.descendant_id = d.department_id
        WHERE d.user_id = u.id AND c.ancestor_id = ${refOf('department')})
      WHEN 'company' THEN u.company_id = ${refOf('company')}
      WHEN 'tag' THEN EXISTS (SELECT 1 FROM tagging t WHERE t.entity = 'user' AND t.entity_id = u.id AND t.tag_id = ${refOf('tag')})
      ELSE u.id = ${refOf('user')} END`.execute(tx);
  return rows[0]!.met;
}

/** Returns the rules with names and the number of users each matches. A rule whose target was deleted shows its key as the name. */
export async function describeAudience(tx: Tx, rules: RawBuilder<unknown>): Promise<ManualAudience> {
  const { rows } = await sql<{
    kind: ManualAudienceRule['kind'];
    ref: string;
    excluded: boolean;
    name: string | null;
    count: number;
    people: number;
  }>`
    WITH ${audienceMembers(rules)}, counted AS (SELECT kind, ref, count(*)::int AS count FROM met GROUP BY kind, ref)
    SELECT r.kind, r.ref, r.excluded, coalesce(c.count, 0) AS count, (SELECT count(*)::int FROM people) AS people,
      CASE r.kind WHEN 'all' THEN '' WHEN 'group' THEN (SELECT name FROM app_group WHERE id = r.ref)
        WHEN 'department' THEN (SELECT name FROM department WHERE id = ${refOf('department')})
        WHEN 'company' THEN (SELECT name FROM company WHERE id = ${refOf('company')})
        WHEN 'tag' THEN (SELECT name FROM tag WHERE id = ${refOf('tag')})
        ELSE (SELECT coalesce(name, username) FROM app_user WHERE id = ${refOf('user')} AND status <> 'erased') END AS name
    FROM rules r LEFT JOIN counted c USING (kind, ref)
    ORDER BY r.excluded, array_position(ARRAY['all','company','department','group','tag','user'], r.kind), name, r.ref`.execute(
    tx,
  );
  return {
    rules: rows.map(({ kind, ref, excluded, name, count }) => {
      return { kind, ref, excluded, name: name ?? ref, people: count };
    }),
    people: rows[0]?.people ?? 0,
  };
}

/** Returns the first rule whose group, department, company, tag or user does not exist. */
export async function findUnknown(tx: Tx, rules: readonly ManualAudienceRule[]): Promise<string | undefined> {
  const { rows } = await sql<{ ref: string }>`
    WITH rules AS (${rulesGiven(rules)})
    SELECT r.ref FROM rules r WHERE NOT CASE r.kind WHEN 'all' THEN true
      WHEN 'group' THEN EXISTS (SELECT 1 FROM app_group WHERE id = r.ref)
      WHEN 'department' THEN EXISTS (SELECT 1 FROM department WHERE id = ${refOf('department')})
      WHEN 'company' THEN EXISTS (SELECT 1 FROM company WHERE id = ${refOf('company')})
      WHEN 'tag' THEN EXISTS (SELECT 1 FROM tag WHERE id = ${refOf('tag')})
      ELSE EXISTS (SELECT 1 FROM app_user WHERE id = ${refOf('user')} AND status <> 'erased') END LIMIT 1`.execute(tx);
  return rows[0]?.ref;
}

/** Replaces the rules of a manual; unchanged rules are not written again. */
export async function writeAudience(tx: Tx, manualId: string, rules: readonly ManualAudienceRule[]): Promise<void> {
  await sql`WITH rules AS (${rulesGiven(rules)})
    DELETE FROM manual_audience a WHERE a.manual_id = ${manualId}::uuid
      AND NOT EXISTS (SELECT 1 FROM rules r WHERE r.kind = a.kind AND r.ref = a.ref)`.execute(tx);
  await sql`WITH rules AS (${rulesGiven(rules)})
    INSERT INTO manual_audience AS a (manual_id, kind, ref, excluded) SELECT ${manualId}::uuid, kind, ref, excluded FROM rules
    ON CONFLICT (tenant_id, manual_id, kind, ref) DO UPDATE SET excluded = excluded.excluded
      WHERE a.excluded <> excluded.excluded`.execute(tx);
}
