import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { bpmn, end, sequence, start, userTask } from '../../../../test/support/bpmn.ts';
import { onDatabase } from '../../../../test/support/databases.ts';
import { CLIENT_ID, sentTo } from '../../../../test/support/identity.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';

const USERS = '/api/identity/users';
const OWN = 'Talv-2026-tuleb';
type Name = 'boss' | 'second' | 'root' | 'mart' | 'liis' | 'ann';

onDatabase('users and their administration', (db) => {
  let tenant: TestTenant;
  let other: TestTenant;
  let people: Record<Name, Person>;
  let eva: Person;
  let count = 0;

  before(async () => {
    tenant = await createTestTenant(db(), 'yard', {
      boss: ['admin'],
      second: ['admin'],
      root: ['verva.admin'],
      mart: ['crew'],
      liis: ['crew', 'divers'],
      ann: [],
    });
    other = await createTestTenant(db(), 'strangers', { eva: ['admin', 'crew'] }, tenant);
    people = tenant.people as typeof people;
    eva = other.people.eva!;
    await tenant.transaction((tx) =>
      tx.insertInto('language').values({ language_id: 'en', name: 'English', locale: 'en-GB' }).execute(),
    );
    await tenant.deploy(bpmn('letter', sequence(start, userTask('decide', 'camunda:assignee="=who"'), end)));
  });

  const code = ({ status, body }: { readonly status: number; readonly body: { readonly code?: string } | null }) => [
    status,
    body?.code,
  ];
  const put = (who: Person, path: string, body: unknown) =>
    who.send('PUT', path, JSON.stringify(body), { 'content-type': 'application/json' });
  const remove = (who: Person, path: string) => who.send('DELETE', path);
  const namesOf = async (query: string, who = people.boss) => {
    const { status, body } = await who.get(`/api/records/people?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.items.map(({ user }: { user: { id: string } }) => user.id.split('.')[0]);
  };
  const newcomer = (more: object = {}) => {
    count += 1;
    const id = `newcomer.${count}`;
    return { id, name: `Newcomer ${count}`, email: `${id}@yard.test`, languageId: 'en', ...more };
  };
  const identity = async (operation: string, body: object) => {
    const reply = await tenant.app.inject({
      method: 'POST',
      url: '/identity/',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      payload: JSON.stringify({ ClientId: CLIENT_ID, ...body }),
    });
    return reply.json();
  };
  const signIn = (USERNAME: string, PASSWORD: string) =>
    identity('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME, PASSWORD } });
  const temporaryPassword = async (email: string) => {
    const { text } = (await sentTo(db(), email)).at(-1)!;
    return /^ +(\S{14})$/m.exec(text)![1]!;
  };
  /** Creates a user who has chosen a password. */
  async function member(more: object = {}) {
    const body = newcomer(more);
    assert.equal((await people.boss.post(USERS, body)).status, 201);
    const { Session } = await signIn(body.id, await temporaryPassword(body.email));
    const answered = await identity('RespondToAuthChallenge', {
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session,
      ChallengeResponses: { USERNAME: body.id, NEW_PASSWORD: OWN },
    });
    const { IdToken, RefreshToken } = answered.AuthenticationResult;
    const get = (url: string) =>
      tenant.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${IdToken}` } });
    return { ...body, get, RefreshToken };
  }

  test('ADM-01 administrators list the users of their organisation, with filters, search and order', async () => {
    assert.deepEqual(await namesOf('q=yard&sort=name:asc'), ['ann', 'boss', 'liis', 'mart', 'root', 'second']);
    assert.deepEqual(await namesOf('q=yard&sort=username:desc&limit=2'), ['second', 'root']);
    assert.deepEqual(await namesOf('groups=eq:crew&sort=name'), ['liis', 'mart']);
    assert.deepEqual(await namesOf('groups=in:divers,admin&sort=name'), ['boss', 'liis', 'second']);
    const mart = `/api/identity/users/${people.mart.username}/tags`;
    const tagged = await people.boss.send('PUT', mart, JSON.stringify({ tags: ['Night'] }), {
      'content-type': 'application/json',
    });
    assert.deepEqual(await namesOf(`tags=eq:${tagged.body[0].id}`), ['mart']);
    assert.deepEqual(await namesOf('tags=eq:nothing'), []);
    assert.deepEqual(await namesOf('q=MART'), ['mart']);
    assert.deepEqual(await namesOf('q=yard&sort=name', eva), []);
    assert.deepEqual(code(await people.mart.get('/api/records/people')), [403, 'access.denied']);
    const { body } = await people.boss.get('/api/records/people?username=eq:liis.yard');
    const [liis] = body.items;
    assert.deepEqual([liis.groups, liis.tags, liis.status, liis.source], [['crew', 'divers'], [], 'active', 'local']);
  });

  test('ADM-01 the number of users is that of the pages, also where some have no address', async () => {
    await tenant.transaction(async (tx) => {
      await sql`INSERT INTO app_user (tenant_id, username, name, email, email_key, status)
        SELECT tenant(), 'group.' || n, 'Group ' || n, e, e, 'active'
        FROM generate_series(1, 9) n, LATERAL (SELECT CASE WHEN n % 3 > 0 THEN 'group.' || n || '@yard.test' END AS e) a`.execute(
        tx,
      );
      await sql`INSERT INTO group_member (group_id, user_id) SELECT 'crew', id FROM app_user WHERE username LIKE 'group.%'`.execute(
        tx,
      );
    });
    const page = async (query: string) => (await people.boss.get(`/api/records/people?${query}`)).body;
    for (const filter of [
      'username=startWith:group.',
      'groups=eq:crew&username=startWith:group.',
      'groups=eq:crew&name=startWith:group&status=eq:active',
      'q=group.',
      'name=like:roup',
    ]) {
      for (const sort of [
        'name',
        'email',
        'email:desc',
        'username',
        'createdAt:desc',
        'status',
        'department',
        'jobTitle',
      ]) {
        const first = await page(`${filter}&sort=${sort}&limit=2&count=true`);
        assert.equal(first.total, 9, `${filter} ${sort}`);
        const seen = first.items.map(({ id }: { id: string }) => id);
        for (let { next } = first; next; ) {
          const further = await page(`${filter}&sort=${sort}&limit=2&count=true&after=${encodeURIComponent(next)}`);
          assert.equal(further.total, 9, `${filter} ${sort}`);
          seen.push(...further.items.map(({ id }: { id: string }) => id));
          next = further.next;
        }
        assert.equal(new Set(seen).size, 9, `${filter} ${sort}`);
        assert.equal(seen.length, 9, `${filter} ${sort}`);
      }
    }
    assert.equal((await page('username=startWith:nobody&count=true')).total, 0);
    await tenant.transaction(async (tx) => {
      const added = sql`(SELECT id FROM app_user WHERE username LIKE 'group.%')`;
      await sql`DELETE FROM group_member WHERE user_id IN ${added}`.execute(tx);
      await sql`DELETE FROM app_user WHERE id IN ${added}`.execute(tx);
    });
  });

  test('ADM-01 a search finds users by their current name, username and address, and counts them', async () => {
    const { id, email } = await member({ name: 'Kelluke Vana' });
    assert.deepEqual(await namesOf('q=kelluke'), ['newcomer']);
    const { body: user } = await people.boss.get(`${USERS}/${id}`);
    assert.equal((await put(people.boss, `${USERS}/${id}`, { ...user, name: 'Sinilill Uus' })).status, 200);
    assert.deepEqual(await namesOf('q=kelluke'), []);
    for (const query of [
      'q=sinilill',
      `q=${id}`,
      `q=${email}`,
      'name=like:LILL',
      'name=startWith:sinil',
      'name=endWith:uus',
    ]) {
      assert.deepEqual(await namesOf(query), ['newcomer'], query);
    }
    // Too short for the index of texts.
    assert.deepEqual(await namesOf('q=ll&name=like:si'), ['newcomer']);
    assert.deepEqual(await namesOf('name=nlike:lill&q=sinilill'), []);
    const counted = async (query: string) =>
      (await people.boss.get(`/api/records/people?${query}&limit=1&count=true`)).body.total;
    assert.deepEqual(
      [await counted('q=sinilill'), await counted('name=like:kelluke'), await counted('q=yard&sort=name')],
      [1, 0, 7],
    );
    assert.deepEqual(await namesOf('q=sinilill', eva), []);
    assert.deepEqual(await namesOf('status=eq:disabled&q=sinilill'), []);
    assert.deepEqual(await namesOf('status=in:active,disabled&q=sinilill'), ['newcomer']);
    assert.deepEqual(await namesOf('status=neq:active&q=sinilill'), []);
  });

  test('ADM-01 pages follow each other in each order', async () => {
    const sorts = ['name:asc', 'name:desc', 'createdAt:asc', 'username:asc', 'email:asc', 'email:desc', 'status:desc'];
    for (const sort of sorts) {
      const whole = await namesOf(`q=yard&sort=${sort}`);
      const paged: string[] = [];
      let after = '';
      for (let page = 0; page < whole.length; page++) {
        const { body } = await people.boss.get(`/api/records/people?q=yard&sort=${sort}&limit=2${after}`);
        paged.push(...body.items.map(({ user }: { user: { id: string } }) => user.id.split('.')[0]));
        if (!body.next) break;
        after = `&after=${encodeURIComponent(body.next)}`;
      }
      assert.deepEqual(paged, whole, sort);
    }
  });

  test('ADM-01 LOG-07 a created user gets a temporary password by e-mail, and is active once it is replaced', async () => {
    const body = newcomer({ groups: ['crew'], jobTitle: 'Rigger' });
    const made = await people.boss.post(USERS, body);
    assert.equal(made.status, 201);
    assert.deepEqual(
      [made.body.id, made.body.status, made.body.groups, made.body.jobTitle],
      [body.id, 'invited', ['crew'], 'Rigger'],
    );
    const first = await signIn(body.id, await temporaryPassword(body.email));
    assert.equal(first.ChallengeName, 'NEW_PASSWORD_REQUIRED');
    const done = await identity('RespondToAuthChallenge', {
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session: first.Session,
      ChallengeResponses: { USERNAME: body.id, NEW_PASSWORD: OWN },
    });
    assert.ok(done.AuthenticationResult);
    assert.equal((await people.boss.get(`${USERS}/${body.id}`)).body.status, 'active');
    assert.ok((await signIn(body.email, OWN)).AuthenticationResult, 'the address is proven by the e-mail');
    const { rows } = await tenant.transaction((tx) =>
      sql<{ actor: string }>`SELECT actor_id AS actor FROM audit_log
        WHERE entity = 'app_user' AND verb = 'insert' AND entity_id = ${made.body.key}`.execute(tx),
    );
    assert.deepEqual(
      rows.map(({ actor }) => actor),
      [people.boss.userId],
    );
  });

  test('ADM-01 without an invitation no e-mail is sent; sent later, it goes to the corrected address', async () => {
    const body = newcomer({ invite: false });
    const made = await people.boss.post(USERS, body);
    assert.deepEqual([made.status, await sentTo(db(), body.email)], [201, []]);
    const email = `right.${body.email}`;
    assert.equal((await put(people.boss, `${USERS}/${body.id}`, { ...made.body, email })).status, 200);
    const sent = await people.boss.post(`${USERS}/${body.id}/password`);
    assert.deepEqual([sent.status, sent.body], [200, { destination: 'r***@y***' }]);
    assert.equal((await signIn(body.id, await temporaryPassword(email))).ChallengeName, 'NEW_PASSWORD_REQUIRED');
  });

  test('SEC-03 ADM-01 a temporary password proves only the address it was sent to', async () => {
    const body = newcomer();
    const made = await people.boss.post(USERS, body);
    const password = await temporaryPassword(body.email);
    const victim = `victim.${body.email}`;
    assert.equal((await put(people.boss, `${USERS}/${body.id}`, { ...made.body, email: victim })).status, 200);
    // The address was changed after the e-mail: signing in with it proves the former address only.
    const { Session } = await signIn(body.id, password);
    await people.boss.post(`${USERS}/${body.id}/password`);
    const late = await identity('RespondToAuthChallenge', {
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session,
      ChallengeResponses: { USERNAME: body.id, NEW_PASSWORD: OWN },
    });
    assert.equal(late.AuthenticationResult, undefined, 'a new temporary password ends what the former one began');
    assert.equal((await signIn(body.id, password)).__type, 'NotAuthorizedException');
    assert.equal((await signIn(body.id, await temporaryPassword(victim))).ChallengeName, 'NEW_PASSWORD_REQUIRED');
    const { rows } = await db().signinTransaction((tx) =>
      sql<{ email: string; verified: boolean }>`SELECT email, email_verified AS verified FROM idn_user
        WHERE username = ${body.id}`.execute(tx),
    );
    assert.deepEqual(rows, [{ email: victim, verified: false }]);
  });

  test('ADM-01 of two administrators who deactivate each other at once, one stays', async () => {
    for (let round = 0; round < 10; round++) {
      const pair = await createTestTenant(db(), `pair-${round}`, { one: ['admin'], two: ['admin'] }, tenant);
      const { one, two } = pair.people as Record<'one' | 'two', Person>;
      const answers = await Promise.all([
        remove(one, `${USERS}/${two.username}`),
        remove(two, `${USERS}/${one.username}`),
      ]);
      const { rows } = await pair.transaction((tx) =>
        sql<{ count: number }>`SELECT count(*)::int AS count FROM app_user WHERE status = 'active'`.execute(tx),
      );
      assert.equal(rows[0]!.count, 1, JSON.stringify(answers.map(code)));
    }
  });

  test('VAL-10 VAL-11 VAL-13 faults of a new user are all reported at their fields, and nothing is created', async () => {
    const faulty = { id: 'abc', name: ' ', email: 'no address', phoneNumber: '12', groups: ['verva.admin', 'unknown'] };
    const { status, body } = await people.boss.post(USERS, faulty);
    assert.deepEqual([status, body.code], [422, 'user.invalid']);
    assert.deepEqual(
      body.errors.map((error: { pointer: string; code: string }) => `${error.pointer} ${error.code}`).sort(),
      [
        '/email field.email',
        '/groups field.choice_unknown',
        '/groups field.not_editable',
        '/id field.too_short',
        '/name field.required',
        '/phoneNumber field.phone',
      ],
    );
    const spaced = await people.boss.post(USERS, newcomer({ id: 'two words' }));
    assert.equal(spaced.body.errors[0].code, 'field.username');
    assert.deepEqual(code(await people.mart.post(USERS, newcomer())), [403, 'access.denied']);
  });

  test('ADM-01 a username is unique in the installation, and an address that signs in another user is refused', async () => {
    const taken = await people.boss.post(USERS, newcomer({ id: eva.username.toUpperCase() }));
    assert.deepEqual([...code(taken), taken.body.errors[0].pointer], [409, 'user.id_taken', '/id']);
    const { email } = await member();
    const twin = await people.boss.post(USERS, newcomer({ email }));
    assert.deepEqual([...code(twin), twin.body.errors[0].pointer], [409, 'user.email_taken', '/email']);
    assert.equal(
      (await people.boss.get(`/api/records/people?email=eq:${encodeURIComponent(email)}`)).body.items.length,
      1,
    );
  });

  test('ADM-01 administrators change company and department; the list is filtered by a department and those below it', async () => {
    const ids = await tenant.transaction(async (tx) => {
      const { rows } = await sql<{ company: string; yard: string; dock: string }>`WITH
        c AS (INSERT INTO company (code, name) VALUES ('A', 'Acme') RETURNING id),
        y AS (INSERT INTO department (code, name) VALUES ('Y', 'Yard') RETURNING id),
        d AS (INSERT INTO department (code, name, parent_id) SELECT 'D', 'Dock', id FROM y RETURNING id)
        SELECT c.id AS company, y.id AS yard, d.id AS dock FROM c, y, d`.execute(tx);
      const { yard, dock } = rows[0]!;
      await sql`INSERT INTO department_closure (ancestor_id, descendant_id, depth)
        VALUES (${yard}::uuid, ${yard}::uuid, 0), (${dock}::uuid, ${dock}::uuid, 0), (${yard}::uuid, ${dock}::uuid, 1)
        ON CONFLICT DO NOTHING`.execute(tx);
      return rows[0]!;
    });
    const path = `${USERS}/mart.yard`;
    const { body: mart } = await people.boss.get(path);
    const values = { name: 'Mart', email: 'mart@yard.test', languageId: 'en' };
    const changed = await put(people.boss, path, {
      ...values,
      company: { id: ids.company, name: '' },
      department: { id: ids.dock, name: '' },
      version: mart.version,
    });
    assert.deepEqual([changed.body.company.name, changed.body.department.name], ['Acme', 'Dock']);
    assert.deepEqual(await namesOf(`department=eq:${ids.yard}`), ['mart']);
    assert.deepEqual(await namesOf(`company=eq:${ids.company}`), ['mart']);
    const foreign = await put(people.boss, path, { ...values, department: { id: people.boss.userId, name: '' } });
    assert.deepEqual(foreign.body.errors[0].pointer, '/department');
    const own = await put(people.mart, path, { ...values, department: null });
    assert.deepEqual(own.body.errors[0].code, 'field.not_editable');
    const { body: left } = await put(people.boss, path, { ...values, department: null });
    assert.equal(left.department, null);
  });

  test('ADM-01 the orders by department and job title follow every change, without changing a user’s version', async () => {
    const ids: string[] = [];
    for (const [index, jobTitle] of ['welder', 'Diver', null, 'diver'].entries()) {
      const user = newcomer({ id: `sorted.${index}`, email: `sorted.${index}@yard.test` });
      assert.equal((await people.boss.post(USERS, user)).status, 201);
      ids.push(user.id);
      await tenant.transaction((tx) =>
        sql`UPDATE app_user SET job_title = ${jobTitle} WHERE username = ${user.id}`.execute(tx),
      );
    }
    const orderOf = async (sort: string) => {
      const order: string[] = [];
      for (let after = ''; ; ) {
        const { body } = await people.boss.get(
          `/api/records/people?username=startWith:sorted.&sort=${sort}&limit=1${after}`,
        );
        order.push(...body.items.map(({ user }: { user: { id: string } }) => user.id.at(-1)));
        if (!body.next) return order.join('');
        after = `&after=${encodeURIComponent(body.next)}`;
      }
    };
    assert.deepEqual([await orderOf('jobTitle'), await orderOf('jobTitle:desc')], ['1302', '0312']);
    const add = async (code: string, name: string) => {
      const { status, body } = await people.boss.post('/api/departments', { code, name });
      assert.equal(status, 201, JSON.stringify(body));
      return body.id as string;
    };
    const [north, south] = [await add('SN', 'Sort north'), await add('SS', 'sort South')];
    const move = (index: number, department: string | null) =>
      tenant.transaction(async (tx) => {
        const user = sql`(SELECT id FROM app_user WHERE username = ${`sorted.${index}`})`;
        await sql`DELETE FROM user_department WHERE user_id = ${user}`.execute(tx);
        if (department) {
          await sql`INSERT INTO user_department (user_id, department_id) VALUES (${user}, ${department}::uuid)`.execute(
            tx,
          );
        }
      });
    const versions = async () => {
      const { rows } = await tenant.transaction((tx) =>
        sql`SELECT username, version FROM app_user WHERE username LIKE 'sorted.%' ORDER BY username`.execute(tx),
      );
      return rows;
    };
    const before = await versions();
    await move(0, south);
    await move(1, north);
    await move(2, north);
    assert.deepEqual([await orderOf('department'), await orderOf('department:desc')], ['1203', '0213']);
    await tenant.transaction((tx) =>
      sql`UPDATE department SET name = 'Sort west' WHERE id = ${north}::uuid`.execute(tx),
    );
    assert.equal(await orderOf('department'), '0123');
    await move(0, null);
    assert.equal(await orderOf('department'), '1203');
    await tenant.transaction((tx) =>
      sql`UPDATE user_department SET department_id = ${south}::uuid
        WHERE user_id = (SELECT id FROM app_user WHERE username = 'sorted.2')`.execute(tx),
    );
    assert.equal(await orderOf('department'), '2103');
    assert.deepEqual(await versions(), before);
    const { rows } = await tenant.transaction((tx) =>
      sql<{ fields: string }>`SELECT DISTINCT k AS fields FROM audit_log, jsonb_object_keys(after) k
        WHERE entity = 'app_user' AND k IN ('department_key', 'job_title_key')`.execute(tx),
    );
    assert.deepEqual(rows, []);
  });

  test('ADM-01 managers are set by administrators, seen by the user, and never in a circle', async () => {
    const { boss, mart, liis, ann } = people;
    const managers = (who: string) => `${USERS}/${who}.yard/managers`;
    const set = await put(boss, managers('mart'), { line: ['liis.yard'], functional: [ann.userId] });
    assert.deepEqual([set.body.line[0].name, set.body.functional[0].name], ['Liis', 'Ann']);
    assert.equal((await mart.get(`${USERS}/me/managers`)).body.line[0].id, 'liis.yard');
    assert.deepEqual(code(await ann.get(managers('mart'))), [403, 'access.denied']);
    const { body: managed } = await liis.get(`${USERS}/managed`);
    assert.deepEqual(
      managed.map((one: { user: { id: string }; kinds: string[] }) => [one.user.id, one.kinds]),
      [['mart.yard', ['line']]],
    );
    assert.deepEqual(await namesOf('manager=eq:liis.yard'), ['mart']);
    const circle = await put(boss, managers('liis'), { line: ['mart.yard'], functional: [] });
    assert.deepEqual(code(circle), [422, 'manager.cycle']);
    assert.deepEqual((await boss.get(managers('liis'))).body.line, []);
    const wrong = await put(boss, managers('ann'), { line: ['ann.yard'], functional: [eva.username] });
    assert.deepEqual(
      wrong.body.errors.map(({ pointer }: { pointer: string }) => pointer),
      ['/line/0', '/functional/0'],
    );
    assert.deepEqual(code(await put(mart, managers('mart'), { line: [], functional: [] })), [403, 'access.denied']);
  });

  test('ADM-01 SEC-03 a reset password ends all sessions and sends a code; a recovery code alone ends nothing', async () => {
    const user = await member();
    assert.equal((await user.get('/api/session')).statusCode, 200);
    const recovered = await people.boss.post(`${USERS}/${user.id}/recover`);
    assert.deepEqual([recovered.status, recovered.body], [200, { destination: 'n***@y***' }]);
    assert.equal((await user.get('/api/session')).statusCode, 200);
    assert.equal((await people.boss.post(`${USERS}/${user.id}/password`)).status, 200);
    assert.equal((await user.get('/api/session')).statusCode, 401);
    assert.equal((await signIn(user.id, OWN)).__type, 'PasswordResetRequiredException');
    assert.deepEqual(code(await people.mart.post(`${USERS}/${user.id}/password`)), [403, 'access.denied']);
    assert.deepEqual(code(await eva.post(`${USERS}/${user.id}/password`)), [404, 'user.not_found']);
    assert.deepEqual(code(await people.boss.post(`${USERS}/root.yard/recover`)), [403, 'access.denied']);
  });

  test('SEC-02 ADM-01 a deactivated user is refused at once everywhere, keeps the tasks, and can be reactivated', async () => {
    const user = await member();
    const { body: found } = await people.boss.get(`${USERS}/${user.id}`);
    await tenant.startInstance({ key: 'letter', businessKey: null, variables: { who: user.id } });
    await put(people.boss, `${USERS}/ann.yard/managers`, { line: [user.id], functional: [] });
    await tenant.transaction((tx) =>
      sql`INSERT INTO delegation (user_id, delegate_user_id, start_date, end_date) VALUES
        (${found.key}::uuid, ${people.mart.userId}::uuid, current_date - 3, current_date + 3),
        (${people.mart.userId}::uuid, ${found.key}::uuid, current_date + 1, current_date + 3)`.execute(tx),
    );
    const { body: dependents } = await people.boss.get(`${USERS}/${user.id}/dependents`);
    const { tasks, delegations, delegators, managed, departments, manuals } = dependents;
    assert.deepEqual([tasks, delegations, managed, departments, manuals], [1, 2, 1, [], 0]);
    assert.deepEqual(
      delegators.map(({ key }: { key: string }) => key),
      [people.mart.userId],
    );
    await tenant.transaction((tx) =>
      sql`UPDATE app_user SET email = 'mart@yard.test' WHERE id = ${people.mart.userId}::uuid`.execute(tx),
    );

    assert.equal((await remove(people.boss, `${USERS}/${user.id}?reassign=keep`)).status, 204);
    const [mail] = (await sentTo(db(), 'mart@yard.test')).slice(-1);
    assert.match(mail!.text, /The account of your delegate has been deactivated/);
    assert.equal((await user.get('/api/session')).statusCode, 401);
    assert.equal((await signIn(user.id, OWN)).__type, 'NotAuthorizedException');
    const refreshed = await identity('InitiateAuth', {
      AuthFlow: 'REFRESH_TOKEN_AUTH',
      AuthParameters: { REFRESH_TOKEN: user.RefreshToken },
    });
    assert.equal(refreshed.__type, 'NotAuthorizedException');
    const { body: after } = await people.boss.get(`${USERS}/${user.id}/dependents`);
    assert.deepEqual([after.tasks, after.delegations], [1, 0]);
    assert.deepEqual(code(await people.boss.post(`${USERS}/${user.id}/recover`)), [422, 'user.disabled']);
    assert.equal((await remove(people.boss, `${USERS}/${user.id}`)).status, 204, 'a repeated request changes nothing');

    const back = await people.boss.post(`${USERS}/${user.id}/reactivate`);
    assert.deepEqual([back.status, back.body.status], [200, 'active']);
    assert.ok((await signIn(user.id, OWN)).AuthenticationResult);
  });

  test('SEC-04 ADM-01 links are of the organisation’s own providers, one for each, and the last one stays', async () => {
    await db().signinTransaction((tx) =>
      sql`INSERT INTO tenant_issuers (issuer, idp_name, tenant_id, audience, jwks_uri, algs) VALUES
        ('https://idp.yard.test', 'yard-idp', ${tenant.tenantId}, 'verva', 'https://idp.yard.test/keys', '{RS256}'),
        ('https://idp.strangers.test', 'strangers-idp', ${other.tenantId}, 'verva', 'https://idp.strangers.test/keys', '{RS256}')`.execute(
        tx,
      ),
    );
    const links = `${USERS}/liis.yard/links`;
    const own = { providerName: 'yard-idp', subject: 'a-subject-of-some-length' };
    const added = await people.boss.post(links, own);
    assert.equal(added.status, 201);
    assert.deepEqual(
      added.body.map(({ lastUsedAt: _, ...link }: { lastUsedAt: string | null }) => link),
      [
        { providerName: 'verva', subject: 'liis.yard' },
        { providerName: 'yard-idp', subject: 'a-subject-of…' },
      ],
    );
    const twice = await people.boss.post(links, { ...own, subject: 'another' });
    assert.equal(twice.body.code, 'identity.already_linked');
    for (const providerName of ['strangers-idp', 'verva']) {
      assert.deepEqual(code(await people.boss.post(links, { providerName, subject: 'x' })), [
        404,
        'provider.not_found',
      ]);
    }
    assert.equal((await remove(people.boss, `${links}/yard-idp`)).status, 204);
    assert.deepEqual(code(await remove(people.boss, `${links}/verva`)), [409, 'link.last_way_in']);
    assert.deepEqual(code(await remove(people.boss, `${links}/yard-idp`)), [404, 'provider.not_found']);
    assert.deepEqual(code(await people.ann.get(links)), [403, 'access.denied']);
  });

  test('ADM-01 administrators deactivate neither themselves, nor the last one, nor those of the provider', async () => {
    const { boss, second, ann, root } = people;
    assert.deepEqual(code(await remove(boss, `${USERS}/me`)), [409, 'user.own_account']);
    assert.deepEqual(code(await remove(boss, `${USERS}/root.yard`)), [403, 'access.denied']);
    assert.deepEqual(code(await remove(ann, `${USERS}/mart.yard`)), [403, 'access.denied']);
    assert.deepEqual(code(await remove(eva, `${USERS}/mart.yard`)), [404, 'user.not_found']);
    assert.equal((await remove(second, `${USERS}/boss.yard`)).status, 204);
    assert.equal((await second.post(`${USERS}/boss.yard/reactivate`)).body.status, 'active');
    assert.equal((await remove(root, `${USERS}/second.yard`)).status, 204);
    assert.equal((await root.post(`${USERS}/second.yard/reactivate`)).body.status, 'active');
  });
});
