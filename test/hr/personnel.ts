import { sql } from 'kysely';
import type { DatabaseHandle } from '../../src/server/platform/database.ts';
import { uuid7 } from '../../src/server/platform/uuid.ts';
import { createTestTenant, type Reply, type TestTenant } from '../support/test-tenant.ts';

/** Texts that only Mari's confidential data has. */
export const MARKERS = {
  pay: 'bonus-marker-4711',
  health: 'no-ladders-marker-4712',
  scan: 'scan-marker-4713',
  document: 'passport-marker-4714',
  contract: 'contract-marker-4715',
  size: 'size-marker-4716',
} as const;

export const REASON = { 'verva-reason': encodeURIComponent('Checking the data of this person for a test') };

/** Users by what they are to Mari. */
export const MEMBERS = {
  mari: [],
  hr: ['employee_management_admin'],
  viewer: ['employee_management_viewer'],
  team: ['team_contract_viewer'],
  stranger: ['team_contract_viewer'],
  boss: [],
  finance: ['finance_viewer'],
  sizes: ['clothes_sizes_admin'],
  root: ['admin'],
  provider: ['verva.admin'],
  alltasks: ['alltasks'],
  delegate: [],
  peeter: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type Member = keyof typeof MEMBERS;

export interface Personnel extends TestTenant {
  readonly mari: string;
  readonly contractId: string;
  readonly payId: string;
  readonly checkId: string;
  /** Ids of Mari's documents. */
  readonly passport: string;
  readonly scan: string;
}

/** An organisation in which Mari has a contract, pay, a health check, documents and sizes, entered by HR through the API. */
export async function createPersonnel(db: DatabaseHandle, slug = 'office'): Promise<Personnel> {
  const tenant = await createTestTenant(db, slug, MEMBERS);
  const { people } = tenant;
  const [mari, hr] = [people.mari!, people.hr!];
  // team leads boss, boss leads Mari: Mari is an indirect report of team.
  await tenant.transaction(async (tx) => {
    for (const [user, manager] of [
      [mari, people.boss!],
      [people.boss!, people.team!],
      [people.peeter!, people.stranger!],
    ] as const) {
      await sql`INSERT INTO user_manager (user_id, manager_id, kind) VALUES (${user.userId}::uuid, ${manager.userId}::uuid, 'line')`.execute(
        tx,
      );
    }
    await sql`INSERT INTO delegation (user_id, delegate_user_id, start_date, end_date)
      VALUES (${mari.userId}::uuid, ${people.delegate!.userId}::uuid, '2020-01-01', '2099-12-31')`.execute(tx);
    const dimension = uuid7();
    await sql`INSERT INTO dimension (id, code, name) VALUES (${dimension}::uuid, 'centre', 'Cost centre')`.execute(tx);
    for (const code of ['a', 'b', 'c']) {
      await sql`INSERT INTO dimension_value (dimension_id, code, name) VALUES (${dimension}::uuid, ${code}, ${`Value ${code}`})`.execute(
        tx,
      );
    }
  });
  const contract = await made(
    hr.post('/api/records/user_contracts', {
      userId: mari.username,
      number: MARKERS.contract,
      kind: 'employment',
      startsOn: '2024-01-01',
    }),
  );
  const pay = await made(
    hr.post(
      `/api/hr/${mari.username}/pay`,
      {
        contractId: contract.id,
        kind: 'addition',
        name: MARKERS.pay,
        amountMinor: 98_765_43,
        period: 'month',
        validFrom: '2024-01-01',
      },
      REASON,
    ),
  );
  const document = (category: string, title: string) =>
    made(
      hr.post(
        `/api/hr/${mari.userId}/documents`,
        { category, title, fileName: 'scan.txt', data: Buffer.from(title).toString('base64') },
        REASON,
      ),
    );
  const [passport, scan] = [
    await document('Official Information', MARKERS.document),
    await document('Health', MARKERS.scan),
  ];
  const check = await made(
    hr.post(
      '/api/records/user_health',
      {
        userId: mari.userId,
        kind: 'periodic',
        checkedOn: '2026-01-31',
        decision: 'fit_with_restrictions',
        restrictions: MARKERS.health,
        validityValue: 1,
        validityUnit: '3_months',
        documentId: scan.id,
      },
      REASON,
    ),
  );
  const sizes = await hr.send(
    'PUT',
    `/api/hr/${mari.userId}/sizes`,
    JSON.stringify([{ item: 'Shoes', size: MARKERS.size }]),
    {
      'content-type': 'application/json',
    },
  );
  if (sizes.status !== 200) throw new Error(JSON.stringify(sizes.body));
  return {
    ...tenant,
    mari: mari.userId,
    contractId: contract.id,
    payId: pay.id,
    checkId: check.id,
    passport: passport.id,
    scan: scan.id,
  };
}

async function made(answer: Promise<Reply>): Promise<Reply['body']> {
  const { status, body } = await answer;
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}
