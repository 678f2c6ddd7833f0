import { sql } from 'kysely';
import type { HrUser } from '../../../../shared/contracts/hr-users.contract.ts';
import type { Tx } from '../../../platform/database.ts';
import type { CallerSession } from '../../../platform/session.ts';
import { personRef, personRow } from '../../users/index.ts';
import { factsOf, type HrViewer } from '../rights.query.ts';
import { mayOf } from '../rights.rules.ts';
import { mayReadSql } from '../visible.ts';

type PersonInput = Parameters<typeof personRef>[0];

interface UserRow extends Pick<HrUser, 'jobTitle' | 'company' | 'department' | 'contract' | 'isFormer'> {
  readonly person: PersonInput;
  readonly managers: readonly PersonInput[] | null;
}

/**
 * The contract of `u` that counts today: the one that runs, or else the next one, or else the last one. Nothing for
 * viewers without access to contracts.
 */
export const currentContract = (session: Pick<CallerSession, 'userId' | 'scopes'>, today: string) => sql`LATERAL (
  SELECT c.* FROM hr_contract c WHERE c.user_id = u.id AND c.removed_at IS NULL AND ${mayReadSql('contracts', session, sql`u.id`)}
  ORDER BY CASE WHEN c.starts_on > ${today}::date THEN 1 WHEN c.ends_on >= ${today}::date THEN 0 ELSE 2 END,
    CASE WHEN c.starts_on > ${today}::date THEN c.starts_on END, c.starts_on DESC, c.id LIMIT 1) c`;

/** Former users: they can no longer sign in, or all their contracts have ended. */
export const isFormer = (today: string) =>
  sql<boolean>`(u.status = 'disabled' OR coalesce(c.ends_on < ${today}::date, false))`;

/** Reads users as HR sees them, in any order. The caller has decided and logged the access. */
export async function readHrUsers(
  tx: Tx,
  { session, today, viewer }: { session: CallerSession; today: string; viewer: HrViewer },
  keys: readonly string[],
): Promise<HrUser[]> {
  const { rows } = await sql<UserRow>`
    SELECT ${personRow('u')} AS person, u.job_title AS "jobTitle",
      CASE WHEN o.id IS NOT NULL THEN jsonb_build_object('id', o.id, 'name', o.name) END AS company,
      CASE WHEN d.id IS NOT NULL THEN jsonb_build_object('id', d.id, 'name', d.name) END AS department,
      (SELECT jsonb_agg(${personRow('b')} ORDER BY b.name, b.id) FROM user_manager m JOIN app_user b ON b.id = m.manager_id
        WHERE m.user_id = u.id AND m.kind = 'line') AS managers,
      CASE WHEN c.id IS NOT NULL THEN jsonb_build_object('id', c.id, 'number', c.number, 'kind', c.kind, 'startsOn', c.starts_on::text,
        'endsOn', NULLIF(c.ends_on, 'infinity')::text,
        'dimensions', ARRAY(SELECT v.name FROM hr_contract_dimension x JOIN dimension_value v ON v.id = x.value_id
          WHERE x.contract_id = c.id AND ${today}::date BETWEEN x.valid_from AND x.valid_until ORDER BY v.code, v.id)) END AS contract,
      ${isFormer(today)} AS "isFormer"
    FROM app_user u LEFT JOIN company o ON o.id = u.company_id
      LEFT JOIN user_department p ON p.user_id = u.id AND p.is_primary LEFT JOIN department d ON d.id = p.department_id
      LEFT JOIN ${currentContract(session, today)} ON true
    WHERE u.id = ANY(${[...keys]}::uuid[])`.execute(tx);
  return rows.map(({ person, managers, ...row }) => ({
    ...personRef(person),
    ...row,
    managers: (managers ?? []).map(personRef),
    may: mayOf(factsOf(viewer, person.id), session.scopes !== null),
  }));
}
