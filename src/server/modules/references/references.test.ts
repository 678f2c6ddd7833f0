import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../test/support/databases.ts';
import { recordStatements } from '../../../../test/support/statements.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';
import type { FormBody, ReferenceKind, RequestedReference } from '../../../shared/forms/index.ts';
import { uuid7 } from '../../platform/uuid.ts';
import { insertDropdown, insertOptions } from '../dropdowns/index.ts';
import { saveAndPublishForm } from '../forms/index.ts';
import { assertUsable, findReferences, replaceUses, usesOfForm } from './index.ts';

const formOf = (id: string, ...children: object[]) =>
  ({
    formatVersion: 1,
    id,
    title: { en: `Form ${id}`, et: `Vorm ${id}` },
    root: { type: 'stack', id: 'root', children },
  }) as unknown as FormBody;
const viewer = { userId: uuid7(), isAdmin: false, groups: [] };
const reference = (kind: ReferenceKind, id: string, of = ''): RequestedReference => ({ kind, of, id });
const field = { type: 'text', key: 'a', label: { en: 'A' } };

test('ADM-06 the dropdowns and dimensions of a form are found at any depth', () => {
  const from = (dropdownId: string) => ({ type: 'dropdown', key: dropdownId, source: { dropdownId } });
  const body = formOf(
    'x',
    from('one'),
    { type: 'columns', id: 'c', children: [{ type: 'table', key: 't', columns: [from('two')] }] },
    { type: 'dimension', key: 'd', dimension: 'object' },
    { type: 'radio', key: 'own', options: [{ id: 'o', text: { en: 'O' } }], source: null },
  );
  assert.deepEqual(
    usesOfForm(body).map(({ target, place }) => [target.kind, target.id, place]),
    [
      ['dropdown', 'one', '/root/children/0/source/dropdownId'],
      ['dropdown', 'two', '/root/children/1/children/0/columns/0/source/dropdownId'],
      ['dimension', 'object', '/root/children/2/dimension'],
    ],
  );
});

onDatabase('references', (db) => {
  let tenant: TestTenant;
  let other: TestTenant;
  let root: Person;
  let ann: Person;

  before(async () => {
    tenant = await createTestTenant(db(), 'refs', { root: ['admin'], ann: [], gone: [] });
    other = await createTestTenant(db(), 'elsewhere', { eva: ['admin'] }, tenant);
    ({ root, ann } = tenant.people as Record<'root' | 'ann', Person>);
  });

  /** The same names in both organisations, so that only the policies distinguish them. */
  const fill = async ({ transaction }: TestTenant) =>
    transaction(async (tx) => {
      await insertDropdown(tx, { id: 'centres', name: 'Centres', description: null });
      const option = { defaultText: 'Quay', texts: { et: 'Kai' }, properties: { companyId: 'x' }, active: true };
      await insertOptions(tx, 'centres', [
        { ...option, id: '1' },
        { ...option, id: '2', active: false },
      ]);
      const [company, department, dimension, second, value] = [uuid7(), uuid7(), uuid7(), uuid7(), uuid7()];
      await tx.insertInto('company').values({ id: company, code: 'C', name: 'Company' }).execute();
      await tx.insertInto('department').values({ id: department, code: 'D', name: 'Department' }).execute();
      await tx
        .insertInto('dimension')
        .values([
          { id: dimension, code: 'object', name: 'Objects' },
          { id: second, code: 'project', name: 'Projects' },
        ])
        .execute();
      await tx
        .insertInto('dimension_value')
        .values({ id: value, dimension_id: dimension, code: 'Q1', name: 'Quay 1' })
        .execute();
      return { company, department, value };
    });

  test('FRM-08 FRM-04 references of a submission are found with their texts, in one round trip for each kind', async () => {
    const ours = await fill(tenant);
    const theirs = await fill(other);
    const gone = tenant.people.gone!;
    await tenant.transaction((tx) =>
      sql`UPDATE app_user SET status = 'disabled' WHERE id = ${gone.userId}::uuid`.execute(tx),
    );
    await tenant.transaction(async (tx) => {
      let trips = 0;
      const counted = recordStatements(tx, () => {
        trips += 1;
      });
      const found = await findReferences(
        counted,
        viewer,
        [
          ...['1', '2', 'constructor'].map((id) => reference('option', id, 'centres')),
          reference('option', '1', 'nothing'),
          ...[ann.userId, gone.userId, other.people.eva!.userId, "' or 1=1 --"].map((id) => reference('user', id)),
          ...[ours.department, theirs.department, 'me'].map((id) => reference('department', id)),
          ...[ours.company, theirs.company].map((id) => reference('company', id)),
          reference('dimension', ours.value, 'object'),
          reference('dimension', ours.value, 'project'),
          reference('dimension', theirs.value, 'object'),
        ],
        'et',
      );
      assert.equal(trips, 5);
      assert.deepEqual(
        Object.fromEntries(found),
        {
          'option/centres/1': { text: 'Kai', properties: { companyId: 'x' }, active: true },
          'option/centres/2': { ...found.get('option/centres/2'), active: false },
          [`user//${ann.userId}`]: { text: 'Ann', active: true },
          [`user//${gone.userId}`]: { ...found.get(`user//${gone.userId}`), active: false },
          [`department//${ours.department}`]: { text: 'Department', active: true },
          [`company//${ours.company}`]: { text: 'Company', active: true },
          [`dimension/object/${ours.value}`]: found.get(`dimension/object/${ours.value}`),
        },
        'nothing of another organisation, of another dimension, or what is no id',
      );
    });
    const none = await other.transaction((tx) =>
      findReferences(tx, viewer, [reference('user', ann.userId), reference('dimension', ours.value, 'object')], 'en'),
    );
    assert.equal(none.size, 0);
  });

  test('ADM-06 values in use by a published form or an open task are reported and cannot be deleted', async () => {
    const form = (id: string) => ({ id, kind: 'task' as const, title: formOf(id).title, body: formOf(id, field) });
    const uses = async () =>
      (await root.send('GET', '/api/uses/dropdown/used', undefined, { 'accept-language': 'et' })).body;
    const use = (id: string, number: number, ...places: string[]) =>
      tenant.transaction((tx) =>
        replaceUses(
          tx,
          { kind: 'form', id, number },
          places.map((place) => ({ target: { kind: 'dropdown', id: 'used' }, place })),
        ),
      );
    assert.equal((await root.post('/api/dropdowns', { id: 'used', name: 'Used' })).status, 201);
    await root.post('/api/dropdowns/used/options', { id: 'a', defaultText: 'A' });
    await tenant.transaction((tx) => saveAndPublishForm(tx, form('leave-er')));
    await use('leave-er', 1, '/root/children/0/source/dropdownId');
    const expectedUse = {
      kind: 'form',
      id: 'leave-er',
      title: 'Vorm leave-er',
      place: '/root/children/0/source/dropdownId',
      number: 1,
      current: true,
    };
    assert.deepEqual(await uses(), [expectedUse]);
    const refused = await root.send('DELETE', '/api/dropdowns/used', undefined, { 'accept-language': 'et' });
    assert.deepEqual([refused.status, refused.body.code, refused.body.usedBy], [409, 'dropdown.in_use', [expectedUse]]);
    const option = await root.send('DELETE', '/api/dropdowns/used/options/a');
    assert.deepEqual([option.status, option.body.code], [409, 'option.in_use']);

    // The next version no longer uses it; after that, only a task that keeps the first version does.
    const next = { ...form('leave-er'), body: formOf('leave-er', field, { ...field, key: 'b' }) };
    await tenant.transaction((tx) => saveAndPublishForm(tx, next));
    assert.deepEqual(await uses(), []);
    await tenant.transaction((tx) =>
      sql`INSERT INTO task (name, form_id, form_number) VALUES ('Old', 'leave-er', 1)`.execute(tx),
    );
    assert.deepEqual(await uses(), [{ ...expectedUse, current: false }]);
    await tenant.transaction((tx) => sql`UPDATE task SET ended_at = now(), status = 'completed'`.execute(tx));
    assert.deepEqual(await uses(), []);
    await use('leave-er', 2, '/root/children/3/source/dropdownId');
    assert.equal((await uses()).length, 1);
    await use('leave-er', 2);
    assert.equal((await root.send('DELETE', '/api/dropdowns/used/options/a')).status, 204);
    assert.equal((await root.send('DELETE', '/api/dropdowns/used')).status, 204);
    assert.equal((await root.get('/api/uses/weather/used')).status, 404);
  });

  test('ADM-06 a form with an unknown reference is refused with its position', async () => {
    const uses = usesOfForm(
      formOf(
        'x',
        { key: 'a', source: { dropdownId: 'missing' } },
        { type: 'dimension', key: 'b', dimension: 'missing' },
      ),
    );
    await assert.rejects(
      tenant.transaction((tx) => assertUsable(tx, uses)),
      (error: { code: string; extra: { errors: { pointer: string }[] } }) => {
        assert.equal(error.code, 'form.definition_invalid');
        assert.deepEqual(
          error.extra.errors.map(({ pointer }) => pointer),
          ['/body/root/children/0/source/dropdownId', '/body/root/children/1/dimension'],
        );
        return true;
      },
    );
  });
});
