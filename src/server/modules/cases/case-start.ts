import { sql } from 'kysely';
import type { Values } from '../../../shared/contracts/shapes.contract.ts';
import { createFormModel, FORM_STEPS, type FormBody, withinSteps, withoutFiles } from '../../../shared/forms/index.ts';
import { dayOf } from '../../../shared/locale/days.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/database.ts';
import { uuid7 } from '../../platform/uuid.ts';
import { publishedForm } from '../forms/index.ts';
import { scopeOf, type Vars } from '../processes/index.ts';
import { findRegistries, type Registry } from '../records/index.ts';
import { insertRecord, titleOfRecord } from '../registries/index.ts';
import type { CaseTypeRow } from './case-types.store.ts';
import { defaultsFor, type RequesterFacts } from './defaults.ts';

/** Returns the registry of a kind of case without checking groups: users who start a case need not be able to write records. */
export async function registryOfKind(tx: Tx, { registry }: Pick<CaseTypeRow, 'registry'>): Promise<Registry | null> {
  if (registry === null) return null;
  return (await findRegistries(tx, [registry]))[0] ?? null;
}

/** Returns the default values of a kind of case for a requester. */
export async function initialOf(call: Caller, kind: Pick<CaseTypeRow, 'defaults'>, requesterId: string): Promise<Vars> {
  if (Object.keys(kind.defaults).length === 0) return {};
  return defaultsFor(kind.defaults, await factsOf(call.tx, requesterId), scopeOf(call));
}

async function factsOf(tx: Tx, userId: string): Promise<RequesterFacts> {
  const { rows } = await sql<RequesterFacts>`
    SELECT u.username AS id, coalesce(u.name, u.username) AS name, u.email,
      (SELECT d.name FROM user_department p JOIN department d ON d.id = p.department_id
        WHERE p.user_id = u.id AND p.is_primary LIMIT 1) AS department,
      (SELECT m.username FROM user_manager l JOIN app_user m ON m.id = l.manager_id
        WHERE l.user_id = u.id AND l.kind = 'line' ORDER BY l.manager_id LIMIT 1) AS manager
    FROM app_user u WHERE u.id = ${userId}::uuid`.execute(tx);
  return rows[0]!;
}

export interface StartedRecord {
  readonly resource: string;
  readonly id: string;
  readonly number: string;
}

/** Adds the record of a case that starts, in its first status, with the values that the form of the registry has too. */
export async function addCaseRecord(
  call: Caller,
  registry: Registry,
  start: {
    readonly kind: CaseTypeRow;
    readonly number: string;
    readonly title: string;
    readonly requesterId: string;
    readonly values: Readonly<Values>;
  },
): Promise<StartedRecord> {
  const { tx, session, context } = call;
  const { kind, number, requesterId, values } = start;
  const { id: registryId, formId, statuses } = registry;
  const scope = { db: context.db, tenantId: session.tenantId };
  const form = formId === null ? null : await publishedForm(tx, scope, formId);
  const data = form ? fitting(call, form.body, values) : {};
  const id = uuid7();
  const title = titleOfRecord(registry, data) || start.title;
  const status = statuses[0]?.id ?? null;
  const place = { id, registryId, number, formNumber: form?.number ?? null, caseTypeId: kind.id };
  await insertRecord(tx, { ...place, title, status, ownerId: requesterId, data });
  return { resource: registryId, id, number };
}

/** Values that fit the form. Files stay with the case, where its requester finds them. */
function fitting({ session, now }: Caller, body: FormBody, known: Readonly<Values>): Values {
  const { languageId, timeZone } = session;
  const options = { values: withoutFiles(body, known), languageId, today: dayOf(now, timeZone) };
  return withinSteps(FORM_STEPS, () => ({ ...createFormModel(body, options).values.peek() }));
}
