import { sql } from 'kysely';
import type { Person } from '../../../shared/contracts/people.contract.ts';
import type { Tx } from '../../platform/database.ts';
import { personRef, personRow } from '../users/index.ts';

type PersonInput = Parameters<typeof personRef>[0];

interface PersonRow extends Omit<Person, 'user' | 'managers' | 'createdAt'> {
  readonly person: PersonInput;
  readonly managers: readonly PersonInput[] | null;
  readonly created_at: Date;
}

/** Reads users for the list, in any order. */
export async function readPersons(tx: Tx, keys: readonly string[]): Promise<Person[]> {
  const { rows } = await sql<PersonRow>`
    SELECT u.id, ${personRow('u')} AS person, u.email, u.phone_number AS "phoneNumber", u.job_title AS "jobTitle",
      CASE WHEN c.id IS NOT NULL THEN jsonb_build_object('id', c.id, 'name', c.name) END AS company,
      CASE WHEN d.id IS NOT NULL THEN jsonb_build_object('id', d.id, 'name', d.name) END AS department,
      (SELECT jsonb_agg(${personRow('b')} ORDER BY b.name, b.id) FROM user_manager m JOIN app_user b ON b.id = m.manager_id
        WHERE m.user_id = u.id AND m.kind = 'line') AS managers,
      ARRAY(SELECT g.name FROM group_member m JOIN app_group g ON g.id = m.group_id WHERE m.user_id = u.id
        ORDER BY lower(g.name), g.id) AS groups,
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'color', t.color) ORDER BY lower(t.name), t.id)
        FROM tagging o JOIN tag t ON t.id = o.tag_id WHERE o.entity = 'user' AND o.entity_id = u.id), '[]') AS tags,
      u.status, u.source, u.created_at
    FROM app_user u LEFT JOIN company c ON c.id = u.company_id
      LEFT JOIN user_department p ON p.user_id = u.id AND p.is_primary LEFT JOIN department d ON d.id = p.department_id
    WHERE u.id = ANY(${[...keys]}::uuid[])`.execute(tx);
  return rows.map(({ person, managers, created_at: createdAt, ...row }) => ({
    ...row,
    user: personRef(person),
    managers: (managers ?? []).map(personRef),
    createdAt: createdAt.toISOString(),
  }));
}
