import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { forEachDatabase } from '../support/databases.ts';
import { type ElementTokens, elementTokens } from '../support/element-tokens.ts';
import type { Reply } from '../support/test-tenant.ts';
import { createPersonnel, MARKERS, MEMBERS, type Member, type Personnel, REASON } from './personnel.ts';

type Marker = keyof typeof MARKERS;
type Method = 'GET' | 'POST' | 'PUT';

interface Action {
  readonly name: string;
  readonly request: (staff: Personnel) => {
    method: Method;
    url: string;
    body?: unknown;
    headers?: Record<string, string>;
  };
  /** Who may, apart from administrators. */
  readonly allowed: readonly Member[];
  /** Administrators need the group where the organisation demands it. */
  readonly isProtected?: true;
  /** What the response of a permitted request has, and no other has. */
  readonly marker?: Marker;
  /** The kind of the row in the log that each permitted request about Mari writes. */
  readonly logs?: string;
  /** Part of the own card, which a token with the scope `hr` opens. */
  readonly isOwnCard?: true;
  /** A list has a response for everyone: only its rows differ. */
  readonly isList?: true;
}

const json = { 'content-type': 'application/json' };

/** The rights matrix: what each row says of others, of Mari herself, and of administrators. */
const MATRIX: readonly Action[] = [
  {
    name: 'head',
    request: ({ mari }) => ({ method: 'GET', url: `/api/records/user/${mari}` }),
    allowed: ['mari', 'hr', 'viewer', 'team', 'finance', 'sizes'],
    isOwnCard: true,
  },
  {
    name: 'people',
    request: () => ({ method: 'GET', url: '/api/records/users?username=eq:mari.office' }),
    allowed: ['mari', 'hr', 'viewer', 'team', 'finance', 'sizes'],
    isOwnCard: true,
    isList: true,
  },
  {
    name: 'contracts',
    request: () => ({ method: 'GET', url: '/api/records/user_contracts' }),
    allowed: ['mari', 'hr', 'viewer', 'team', 'finance'],
    marker: 'contract',
    isOwnCard: true,
    isList: true,
  },
  {
    name: 'change of a contract',
    request: ({ contractId }) => ({
      method: 'PUT',
      url: `/api/records/user_contracts/${contractId}`,
      body: { number: MARKERS.contract, kind: 'employment', startsOn: '2024-01-01' },
    }),
    allowed: ['hr'],
    marker: 'contract',
    logs: 'contract',
  },
  {
    name: 'file of contracts',
    request: () => ({ method: 'GET', url: '/api/records/user_contracts', headers: { accept: 'text/csv', ...REASON } }),
    allowed: ['hr', 'viewer'],
    marker: 'contract',
    logs: 'contract',
  },
  {
    name: 'pay',
    request: ({ mari }) => ({ method: 'GET', url: `/api/hr/${mari}/pay`, headers: REASON }),
    allowed: ['mari', 'hr', 'finance'],
    isProtected: true,
    marker: 'pay',
    logs: 'pay',
    isOwnCard: true,
  },
  {
    name: 'change of pay',
    // Permitted users get the error that there is pay already.
    request: ({ mari, contractId }) => ({
      method: 'POST',
      url: `/api/hr/${mari}/pay`,
      body: {
        contractId,
        kind: 'addition',
        name: MARKERS.pay,
        amountMinor: 1,
        period: 'month',
        validFrom: '2024-01-01',
      },
      headers: REASON,
    }),
    allowed: ['hr'],
    isProtected: true,
  },
  {
    name: 'health',
    request: ({ mari }) => ({ method: 'GET', url: `/api/records/user_health?userId=${mari}`, headers: REASON }),
    allowed: ['mari', 'hr'],
    isProtected: true,
    marker: 'health',
    logs: 'health',
    isOwnCard: true,
  },
  {
    name: 'change of health',
    request: ({ mari, checkId }) => ({
      method: 'PUT',
      url: `/api/records/user_health/${checkId}`,
      body: {
        ...{ userId: mari, kind: 'periodic', checkedOn: '2026-01-31', decision: 'fit_with_restrictions' },
        restrictions: MARKERS.health,
      },
      headers: REASON,
    }),
    allowed: ['hr'],
    isProtected: true,
    marker: 'health',
    logs: 'health',
  },
  {
    name: 'health documents',
    request: ({ mari }) => ({ method: 'GET', url: `/api/hr/${mari}/documents?category=Health`, headers: REASON }),
    allowed: ['mari', 'hr'],
    isProtected: true,
    marker: 'scan',
    logs: 'health',
    isOwnCard: true,
  },
  {
    name: 'scan of a health document',
    request: ({ mari, scan }) => ({
      method: 'GET',
      url: `/api/hr/${mari}/documents/${scan}/content?category=Health`,
      headers: REASON,
    }),
    allowed: ['mari', 'hr'],
    isProtected: true,
    marker: 'scan',
    logs: 'health',
    isOwnCard: true,
  },
  {
    name: 'documents',
    request: ({ mari }) => ({ method: 'GET', url: `/api/hr/${mari}/documents` }),
    allowed: ['mari', 'hr', 'viewer'],
    marker: 'document',
    logs: 'document',
    isOwnCard: true,
  },
  {
    name: 'scan of a document',
    request: ({ mari, passport }) => ({ method: 'GET', url: `/api/hr/${mari}/documents/${passport}/content` }),
    allowed: ['mari', 'hr', 'viewer'],
    marker: 'document',
    logs: 'document',
    isOwnCard: true,
  },
  {
    name: 'change of a document',
    request: ({ mari, passport }) => ({
      method: 'PUT',
      url: `/api/hr/${mari}/documents/${passport}`,
      body: { title: MARKERS.document },
    }),
    allowed: ['mari', 'hr'],
    marker: 'document',
    logs: 'document',
  },
  ...(['Photo', 'Contract'] as const).map(
    (category): Action => ({
      name: `new document, ${category}`,
      request: ({ mari }) => ({
        method: 'POST',
        url: `/api/hr/${mari}/documents`,
        body: { category, title: 'New', fileName: 'new.txt', data: Buffer.from('new').toString('base64') },
      }),
      allowed: category === 'Photo' ? ['mari', 'hr'] : ['hr'],
      logs: 'document',
    }),
  ),
  {
    name: 'sizes',
    request: ({ mari }) => ({ method: 'GET', url: `/api/hr/${mari}/sizes` }),
    allowed: ['mari', 'hr', 'viewer', 'sizes'],
    marker: 'size',
    logs: 'sizes',
    isOwnCard: true,
  },
  {
    name: 'change of sizes',
    request: ({ mari }) => ({
      method: 'PUT',
      url: `/api/hr/${mari}/sizes`,
      body: [{ item: 'Shoes', size: MARKERS.size }],
    }),
    allowed: ['hr', 'sizes'],
    marker: 'size',
    logs: 'sizes',
  },
  {
    name: 'access log',
    request: ({ mari }) => ({ method: 'GET', url: `/api/hr/${mari}/access` }),
    allowed: ['mari', 'hr'],
    isProtected: true,
    isOwnCard: true,
  },
];

const SETTINGS = ['false', '"provider"', 'true'] as const;
const NAMES = Object.keys(MEMBERS) as readonly Member[];

function passes(member: Member, setting: (typeof SETTINGS)[number], { isProtected }: Action): boolean {
  if (member !== 'root' && member !== 'provider') return false;
  if (!isProtected || setting === 'false') return true;
  return setting === '"provider"' && member === 'root';
}

forEachDatabase('the rights matrix of HR', (db) => {
  let staff: Personnel;
  let tokens: ElementTokens;

  before(async () => {
    staff = await createPersonnel(db());
    tokens = await elementTokens(staff, ['hr', 'inbox', 'task', 'records']);
  });

  const send = (member: Member, action: Action): Promise<Reply> => {
    const { method, url, body, headers = {} } = action.request(staff);
    return staff.people[member]!.send(method, url, body === undefined ? undefined : JSON.stringify(body), {
      ...(body === undefined ? {} : json),
      ...headers,
    });
  };
  const sendElement = (member: Member, scope: string, action: Action): Promise<Reply> => {
    const { method, url, body, headers = {} } = action.request(staff);
    return tokens.send(member, [scope], method, url, body === undefined ? undefined : JSON.stringify(body), {
      ...(body === undefined ? {} : json),
      ...headers,
    });
  };
  const logged = async (member: Member, kind: string) => {
    const { rows } = await db().tenantTransaction({ tenantId: staff.tenantId, userId: staff.mari }, (tx) =>
      sql<{ n: number }>`SELECT count(*)::int AS n FROM hr_access_log WHERE subject_id = ${staff.mari}::uuid
        AND viewer_id = ${staff.people[member]!.userId}::uuid AND kind = ${kind}`.execute(tx),
    );
    return rows[0]!.n;
  };
  const demand = (value: string) =>
    staff.transaction((tx) =>
      sql`INSERT INTO tenant_setting AS s (key, value) VALUES ('confidentialNeedsGroup', ${value}::text::jsonb)
        ON CONFLICT (tenant_id, key) DO UPDATE SET value = excluded.value`.execute(tx),
    );

  /** The response has no confidential text. */
  const hasNone = ({ body }: Reply, what: string) => {
    const text = JSON.stringify(body);
    for (const marker of Object.values(MARKERS)) assert.ok(!text.includes(marker), `${what}: ${marker}`);
  };

  for (const setting of SETTINGS) {
    test(`HR-01 ROLE-01 ROLE-02 every cell of the matrix, with confidentialNeedsGroup ${setting}`, async () => {
      await demand(setting);
      for (const action of MATRIX) {
        for (const member of NAMES) {
          const what = `${action.name} by ${member}`;
          const isAllowed = action.allowed.includes(member) || passes(member, setting, action);
          const before = action.logs === undefined ? 0 : await logged(member, action.logs);
          const reply = await send(member, action);
          const isRefused = reply.status === 403 || reply.status === 404;
          const isShown = action.isList
            ? reply.body.items.some(
                (one: { user?: { key: string }; key?: string }) => (one.user?.key ?? one.key) === staff.mari,
              )
            : !isRefused;
          assert.equal(isShown, isAllowed, `${what}: ${reply.status} ${JSON.stringify(reply.body).slice(0, 300)}`);
          if (isAllowed) {
            assert.ok(reply.status < 500 && reply.status !== 422, `${what}: ${reply.status}`);
            if (action.marker) assert.ok(JSON.stringify(reply.body).includes(MARKERS[action.marker]), what);
          } else {
            hasNone(reply, what);
          }
          if (action.logs === undefined || reply.status >= 300) continue;
          const added = (await logged(member, action.logs)) - before;
          assert.equal(added, isAllowed && member !== 'mari' ? 1 : 0, `rows in the log: ${what}`);
        }
      }
    });
  }

  test('BEY-04 BEY-20 EMB-01 an element token of the scope hr opens the own card, and others open nothing', async () => {
    await demand('false');
    for (const action of MATRIX) {
      for (const member of NAMES) {
        const own = await sendElement(member, 'hr', action);
        const what = `${action.name} by ${member} with a token`;
        if (member === 'mari' && action.isOwnCard) {
          assert.equal(own.status, 200, `${what}: ${JSON.stringify(own.body)}`);
          if (action.marker) assert.ok(JSON.stringify(own.body).includes(MARKERS[action.marker]), what);
        } else if (action.isList && own.status === 200) {
          hasNone(own, what);
          assert.ok(!JSON.stringify(own.body).includes(staff.mari), what);
        } else {
          assert.equal(own.status, 403, `${what}: ${own.status}`);
          assert.ok(['scope.missing', 'element.application_only'].includes(own.body.code), `${what}: ${own.body.code}`);
        }
        for (const scope of ['inbox', 'task', 'records']) {
          const reply = await sendElement(member, scope, action);
          assert.equal(reply.status, 403, `${what} (${scope}): ${reply.status}`);
          assert.equal(reply.body.code, 'scope.missing', `${what} (${scope})`);
        }
      }
    }
  });
});
