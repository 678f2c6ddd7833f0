import { sql } from 'kysely';
import type { LanguageId } from '../../../shared/contracts/constants.ts';
import type { LinkedRecord, RelatedCase, RelatedTask } from '../../../shared/contracts/record-page.contract.ts';
import { MANY } from '../../../shared/contracts/registry.rules.ts';
import { columnFields, textOf } from '../../../shared/forms/index.ts';
import type { Caller } from '../../platform/caller.ts';
import { toInstant } from '../../platform/instants.ts';
import { dictionaryOf, withTexts } from '../config-texts/index.ts';
import { publishedForm } from '../forms/index.ts';
import { namedIn, scopeOf } from '../processes/index.ts';
import { type Registry, readableRegistries } from '../records/index.ts';
import { personRef, personRow } from '../users/index.ts';

type Person = Parameters<typeof personRef>[0];

/** Number of cases, tasks and records that a record shows of each. */
const MOST = 50;

interface CaseRow {
  readonly id: string;
  readonly caseType: string | null;
  readonly key: string;
  readonly name: string;
  readonly version: number;
  readonly number: string | null;
  readonly status: string;
  readonly started: Date;
  readonly ended: Date | null;
  readonly isOwn: boolean;
}

/** Returns the newest cases of a record, named by their kind or else their process. */
export async function relatedCases(call: Caller, recordId: string, language: LanguageId): Promise<RelatedCase[]> {
  const { tx } = call;
  const { rows } = await sql<CaseRow>`
    SELECT i.id, i.case_type_id AS "caseType", i.process_key AS key, p.name, i.number AS version, i.business_key AS number,
      i.status, i.started_at AS started, i.ended_at AS ended, coalesce(i.requester_id = me() OR i.starter_id = me(), false) AS "isOwn"
    FROM process_instance i JOIN process p ON p.key = i.process_key
    WHERE i.record_id = ${recordId}::uuid AND i.parent_id IS NULL ORDER BY i.id DESC LIMIT ${sql.lit(MOST)}`.execute(
    tx,
  );
  const named = await namedIn(
    tx,
    scopeOf(call),
    rows.map(({ key, name, version, caseType }) => ({
      name: '',
      taskKey: null,
      process: { key, name, version, ...(caseType === null ? {} : { caseType }) },
    })),
    language,
  );
  return rows.map(({ id, number, status, started, ended, isOwn }, index) => ({
    ...{ id, number, status, isOwn },
    title: named[index]!.process!.name,
    started: toInstant(started)!,
    ended: toInstant(ended),
  }));
}

interface TaskRow {
  readonly id: string;
  readonly name: string;
  readonly node: string;
  readonly key: string;
  readonly process: string;
  readonly version: number;
  readonly assignee: Person | null;
  readonly created: Date;
  readonly mayOpen: boolean;
}

/** Returns the open tasks of the cases of a record. Confidential ones are listed for users who have them. */
export async function relatedTasks(call: Caller, recordId: string, language: LanguageId): Promise<RelatedTask[]> {
  const { tx, session } = call;
  const seesAll = session.isAdmin || session.groups.includes('alltasks');
  const principals = [`u:${session.userId}`, `c:${session.userId}`, ...session.groups.map((group) => `g:${group}`)];
  const { rows } = await sql<TaskRow>`
    WITH roots AS (SELECT i.id FROM process_instance i WHERE i.record_id = ${recordId}::uuid ORDER BY i.id DESC LIMIT ${sql.lit(MOST)}),
    cases AS (SELECT id FROM roots UNION SELECT c.id FROM process_instance c WHERE c.root_id IN (SELECT id FROM roots))
    SELECT t.id, t.name, t.node_id AS node, t.process_key AS key, p.name AS process, t.process_number AS version,
      ${personRow('a')} AS assignee, t.created_at AS created, x.has OR (${seesAll} AND t.confidential IS NULL) AS "mayOpen"
    FROM task t JOIN process p ON p.key = t.process_key LEFT JOIN app_user a ON a.id = t.assignee_id
      CROSS JOIN LATERAL (SELECT EXISTS (SELECT 1 FROM task_inbox b WHERE b.task_id = t.id AND b.principal = ANY(${principals}::text[])) AS has) x
    WHERE t.instance_id IN (SELECT id FROM cases) AND t.status = 'open' AND (t.confidential IS NULL OR x.has)
    ORDER BY t.id DESC LIMIT ${sql.lit(MOST)}`.execute(tx);
  const named = await namedIn(
    tx,
    scopeOf(call),
    rows.map(({ name, node, key, process, version }) => ({
      name,
      taskKey: node,
      process: { key, name: process, version },
    })),
    language,
  );
  return rows.map(({ id, assignee, created, mayOpen }, index) => ({
    ...{ id, mayOpen },
    name: named[index]!.name,
    assignee: assignee && personRef(assignee),
    created: toInstant(created)!,
  }));
}

interface LinkedRow {
  readonly id: string;
  readonly registry: string;
  readonly number: string | null;
  readonly title: string;
  readonly status: string | null;
}

/**
 * Returns records that refer to a record, from registries that the caller may read. They are found through the slots of columns,
 * so a field that lists cannot be filtered by finds none.
 */
export async function linkedRecords(
  call: Caller,
  registry: Registry,
  recordId: string,
  language: LanguageId,
): Promise<LinkedRecord[]> {
  const { tx, session } = call;
  const registries = await readableRegistries(tx, session);
  const parts = [];
  for (const one of registries) {
    for (const { slot, from } of await referringColumns(call, one, registry.id)) {
      parts.push(
        slot === MANY
          ? sql`SELECT m.record_id FROM record_index_many m WHERE m.registry_id = ${one.id} AND m.field = ${from} AND m.t = ${recordId}`
          : sql`SELECT x.record_id FROM record_index x WHERE x.registry_id = ${one.id} AND ${sql.ref(`x.${slot}`)} IS NOT NULL AND ${sql.ref(`x.${slot}`)} = ${recordId}`,
      );
    }
  }
  if (parts.length === 0) return [];
  const { rows } = await sql<LinkedRow>`
    WITH f AS MATERIALIZED (${sql.join(
      parts.map((part) => sql`(${part} ORDER BY record_id DESC LIMIT ${sql.lit(MOST)})`),
      sql` UNION `,
    )})
    SELECT r.id, r.registry_id AS registry, r.number, r.title, r.status FROM f JOIN record r ON r.id = f.record_id
    WHERE r.removed_at IS NULL ORDER BY r.id DESC LIMIT ${sql.lit(MOST)}`.execute(tx);
  const texts = await dictionaryOf(tx, scopeOf(call));
  const shown = new Map(registries.map((one) => [one.id, withTexts(one, texts.of('registries', one.id))]));
  return rows.map(({ id, registry: resource, number, title, status: statusId }) => {
    const its = shown.get(resource)!;
    const status = its.statuses.find((known) => known.id === statusId);
    return {
      ...{ id, resource, number, title },
      registry: textOf(its.title, language) || resource,
      status: status
        ? { id: status.id, title: textOf(status.title, language) || status.id, color: status.color }
        : null,
    };
  });
}

/** Returns the columns of a registry that hold references to records of another one. */
async function referringColumns({ tx, context, session }: Caller, registry: Registry, to: string) {
  if (registry.formId === null) return [];
  const form = await publishedForm(tx, { db: context.db, tenantId: session.tenantId }, registry.formId);
  const keys = new Set(
    form
      ? columnFields(form.body).flatMap((field) =>
          field.type === 'record' && field.resource === to ? [field.key] : [],
        )
      : [],
  );
  return registry.columns.flatMap(({ slot, from }) => (slot !== undefined && keys.has(from) ? [{ slot, from }] : []));
}
