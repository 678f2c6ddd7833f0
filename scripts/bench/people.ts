import type pg from 'pg';
import { createPerson } from '../../src/server/modules/signin/index.ts';
import { identityToken } from '../../test/support/identity-client.ts';
import { type Bench, openBench } from './bench.ts';
import { type Latency, latencyOf, timesOf } from './load.ts';
import { against, type Line, ms } from './report.ts';
import { at, type Scale } from './scale.ts';

const ADMINISTRATOR = { username: 'admin.bench', password: 'Verva-bench-2026' };
const PAGE = 50;
const MOST = 1.5;

/** Requests by what they show. Each condition matches users at every size; `rare` ones a few of 1,000. */
const REQUESTS: Readonly<Record<string, string>> = {
  'list of users': 'people?',
  'by username': 'people?sort=username',
  'newest first': 'people?sort=createdAt:desc',
  'by e-mail address': 'people?sort=email',
  'by job title': 'people?sort=jobTitle',
  'by job title, descending': 'people?sort=jobTitle:desc',
  'by department': 'people?sort=department',
  'by department, descending': 'people?sort=department:desc',
  'by status': 'people?sort=status',
  'by status, descending': 'people?sort=status:desc',
  'a group by department': 'people?groups=eq:team-07&sort=department',
  'search for a first name': 'people?q=aino',
  'search for one user': 'people?q=user.777',
  'search for nobody': 'people?q=nobodyhere',
  'name contains': 'people?name=like:saar',
  'username starts with': 'people?username=startWith:user.77',
  'e-mail address is': 'people?email=eq:user.777@bench.test',
  'status is inactive': 'people?status=eq:disabled',
  'source is the directory': 'people?source=eq:scim',
  'group, one user in twenty': 'people?groups=eq:team-07',
  'company, one user in ten': 'people?company=eq:$company',
  'department with those below': 'people?department=eq:$department',
  'tag, one user in fifty': 'people?tags=eq:$tag',
  'line manager': 'people?manager=eq:user.10',
  'without a line manager': 'people?manager=eq:',
  'created this week': 'people?createdAt=gte:today-7',
  'group and status': 'people?groups=eq:team-07&status=eq:disabled',
};
const PICKER: Readonly<Record<string, string>> = {
  'person picker, without input': '',
  'person picker, a first name': 'aino',
  'person picker, a family name': 'saar',
  'person picker, a username': 'user.77',
  'person picker, no match': 'nobodyhere',
};

/** Measures the list of users and the person picker while an organisation grows: the times must stay flat. */
export async function measurePeople(scale: Scale, say: (line: string) => void): Promise<Line[]> {
  // A database of its own: tasks of other parts have other users.
  const bench = await openBench(scale, say);
  try {
    return await measureIn(bench);
  } finally {
    await bench.close();
  }
}

async function measureIn({ db, admin, server, benchTenant, scale, say }: Bench): Promise<Line[]> {
  const { tenantId } = benchTenant;
  await createPerson(db, { tenantId, name: 'Administrator', groups: ['admin'], ...ADMINISTRATOR });
  const token = await identityToken(server.url, ADMINISTRATOR.username, ADMINISTRATOR.password);
  const ids = await addReferenceData(admin, tenantId);
  const requests = [
    ...Object.entries(REQUESTS).map(([what, query]) => {
      const filled = query.replace(/\$(\w+)/, (_, name: keyof typeof ids) => ids[name]);
      // As the page asks for its first rows, with their number up to 1,000.
      return { what, path: `/api/records/${filled}${filled.endsWith('?') ? '' : '&'}limit=${PAGE}&count=true` };
    }),
    ...Object.entries(PICKER).map(([what, q]) => ({ what, path: `/api/identity/users${q && `?q=${q}`}` })),
  ];
  const sizes = at(scale, [1000, 100_000], [1000, 100_000], [200, 400]);
  const measured = new Map<string, Latency[]>(requests.map(({ what }) => [what, []]));
  let size = 0;
  for (const to of sizes) {
    say(`${to.toLocaleString('en')} users …`);
    await addUsers(admin, tenantId, size, to);
    size = to;
    for (const { what, path } of requests) {
      const times = await timesOf(server.url + path, token, at(scale, 200, 60, 3));
      measured.get(what)!.push(latencyOf(times));
    }
  }
  return [...measured].map(([what, [first, last]]) => {
    const ratio = last!.p50 / first!.p50;
    return {
      what: `Users, p50 at ${size.toLocaleString('en')} to ${sizes[0]!.toLocaleString('en')}: ${what}`,
      measured: ratio.toFixed(2),
      ...against(ratio, { most: MOST }),
      behind: `${ms(first!.p50)} and ${ms(last!.p50)}, p99 ${ms(last!.p99)}`,
    };
  });
}

/** Adds companies, departments and tags. Returns the ids that the requests name. */
export async function addReferenceData(admin: pg.Client, tenantId: number) {
  const query = async (text: string) => (await admin.query<{ id: string }>(text, [tenantId])).rows[0]!.id;
  await admin.query(
    `INSERT INTO company (tenant_id, code, name) SELECT $1, 'C' || n, 'Company ' || n FROM generate_series(0, 9) n`,
    [tenantId],
  );
  await admin.query(
    `INSERT INTO department (tenant_id, code, name) SELECT $1, 'D' || n, 'Department ' || n FROM generate_series(0, 99) n`,
    [tenantId],
  );
  await admin.query(`INSERT INTO tag (tenant_id, name) SELECT $1, 'Tag ' || n FROM generate_series(0, 49) n`, [
    tenantId,
  ]);
  // Ten departments below one.
  await admin.query(
    `UPDATE department d SET parent_id = p.id FROM department p
      WHERE d.tenant_id = $1 AND p.tenant_id = $1 AND p.code = 'D0' AND d.code ~ '^D[1-9]$'`,
    [tenantId],
  );
  return {
    company: await query(`SELECT id FROM company WHERE tenant_id = $1 AND name = 'Company 3'`),
    department: await query(`SELECT id FROM department WHERE tenant_id = $1 AND code = 'D0'`),
    tag: await query(`SELECT id FROM tag WHERE tenant_id = $1 AND name = 'Tag 7'`),
  };
}

/** SQL of a number below `most` for the user `n` that does not depend on the name. */
const spread = (most: number, salt: number) => `((n::bigint * ${salt}) % 100003 % ${most})::int`;

/** Adds users `from` to `to`, each with a group, department, company, tag and line manager. */
export async function addUsers(admin: pg.Client, tenantId: number, from: number, to: number): Promise<void> {
  const range = [tenantId, from, to - 1];
  const users = `FROM generate_series($2::int, $3::int) n JOIN app_user u ON u.tenant_id = $1 AND u.username = 'user.' || n`;
  // A hundred first names with eleven family names, so that no page in the order of names has only some of them.
  const names = `(ARRAY['Aino','Jaan','Olga','Mart','Liis','Wei','Anna','Peeter','Irina','Toomas'])[1 + ${spread(10, 5419)}] ||
    (ARRAY['','-Ann','-Mai','-Kai','-Lee','-Eva','-Ida','-Leo','-Ott','-Uku'])[1 + ${spread(10, 9173)}] || ' ' ||
    (ARRAY['Saar','Tamm','Kask','Petrova','Li','Mets','Rebane','Ivanov','Kuusk','Lepp','Oja'])[1 + ${spread(11, 8081)}] || n`;
  await admin.query(
    `INSERT INTO app_user (tenant_id, username, name, email, email_key, status, source, company_id, job_title)
      SELECT $1, 'user.' || n, ${names}, 'user.' || n || '@bench.test', 'user.' || n || '@bench.test',
        CASE ${spread(50, 7919)} WHEN 7 THEN 'disabled' ELSE 'active' END, CASE ${spread(20, 6133)} WHEN 3 THEN 'scim' ELSE 'local' END, c.id,
        CASE WHEN n % 9 > 0 THEN 'Job ' || ${spread(200, 6469)} END
      FROM generate_series($2::int, $3::int) n JOIN company c ON c.tenant_id = $1 AND c.name = 'Company ' || ${spread(10, 4507)}`,
    range,
  );
  await admin.query(
    `INSERT INTO group_member (tenant_id, group_id, user_id) SELECT $1, 'team-' || lpad((1 + ${spread(20, 3571)})::text, 2, '0'), u.id ${users}`,
    range,
  );
  await admin.query(
    `INSERT INTO user_department (tenant_id, user_id, department_id) SELECT $1, u.id, d.id ${users}
      JOIN department d ON d.tenant_id = $1 AND d.code = 'D' || ${spread(100, 2749)}`,
    range,
  );
  await admin.query(
    `INSERT INTO tagging (tenant_id, entity, entity_id, tag_id) SELECT $1, 'user', u.id, t.id ${users}
      JOIN tag t ON t.tenant_id = $1 AND t.name = 'Tag ' || ${spread(50, 1861)}`,
    range,
  );
  await admin.query(
    `INSERT INTO user_manager (tenant_id, user_id, manager_id) SELECT $1, u.id, m.id ${users}
      JOIN app_user m ON m.tenant_id = $1 AND m.username = 'user.' || (n - n % 10) WHERE n % 10 > 0`,
    range,
  );
  await admin.query('VACUUM ANALYZE');
}
