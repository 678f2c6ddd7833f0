import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addTenant, onDatabase } from '../../../../test/support/databases.ts';
import type { FormBody } from '../../../shared/forms/index.ts';
import { AppError } from '../../platform/errors.ts';
import { assertDefinition, assertUnchanged, digestOf, readForm } from './forms.rules.ts';
import { insertForm, readFormRow, readVersions, removeForm } from './forms.store.ts';
import { formVersion, publishedForm, saveAndPublishForm } from './forms.versions.ts';

function body(label = 'Name', id = 'leave'): FormBody {
  const field = { type: 'text', key: 'name', label: { en: label } } as const;
  return { formatVersion: 1, id, title: { en: 'Leave' }, root: { type: 'stack', id: 'root', children: [field] } };
}

function refusal(act: () => unknown): AppError {
  try {
    act();
  } catch (error) {
    assert.ok(error instanceof AppError);
    return error;
  }
  return assert.fail('It was not refused.');
}

test('FRM-01 a form must have a body and the body an id', () => {
  assert.deepEqual(refusal(() => readForm({ id: 'leave' })).params, { parameter: 'body' });
  assert.deepEqual(refusal(() => readForm({ body: { formatVersion: 1 } })).params, { parameter: 'id' });
  const other = refusal(() => readForm({ body: body() }, 'purchase'));
  assert.deepEqual(
    other.extra.errors?.map((error) => error.pointer),
    ['/body/id'],
  );
  assert.equal(readForm({ body: body() }).kind, 'task');
});

test('FRM-09 a faulty draft is stored with the number of errors; an unreadable one is refused', () => {
  const faulty = readForm({
    body: {
      ...body(),
      title: 'no text per language',
      root: { type: 'stack', id: 'root', children: [{ type: 'text' }] },
    },
  });
  assert.deepEqual([faulty.problems, faulty.title], [3, { en: 'leave' }]);
  assert.equal(readForm({ body: body() }).problems, 0);
  const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
  for (const [sent, pointer] of [
    [[], '/body'],
    [{ ...body(), formatVersion: 2 }, '/body/formatVersion'],
    [{ ...body(), id: 'no id' }, '/body/id'],
    [{ ...body(), title: { en: 'a\u0000b' } }, '/body'],
    [{ ...body(), root: Object.fromEntries([['\ud800', 1]]) }, '/body'],
    [{ ...body(), root: deep(64) }, '/body'],
  ] as const) {
    const refused = refusal(() => readForm({ id: 'leave', body: sent }));
    assert.deepEqual([refused.code, refused.extra.errors?.[0]?.pointer], ['form.definition_invalid', pointer]);
  }
});

test('FRM-01 a faulty definition is not published; errors have pointers into the body', () => {
  const faulty = refusal(() =>
    assertDefinition({ ...body(), root: { type: 'stack', id: 'root', children: [{ type: 'text' }] } }),
  );
  assert.equal(faulty.code, 'form.definition_invalid');
  assert.deepEqual(
    faulty.extra.errors?.map((error) => error.pointer),
    ['/body/root/children/0/key', '/body/root/children/0/label'],
  );
});

test('an edit of an old version is refused, one without a version is not', () => {
  assert.equal(refusal(() => assertUnchanged('"3"', 4)).code, 'edit.conflict');
  assertUnchanged('W/"4"', 4);
  assertUnchanged(undefined, 4);
});

test('the digest does not depend on the order of members', () => {
  const { root, ...rest } = body();
  assert.ok(digestOf({ root, ...rest } as FormBody).equals(digestOf(body())));
  assert.ok(!digestOf(body('Other')).equals(digestOf(body())));
});

onDatabase('forms', (db) => {
  const form = (content: FormBody) => ({ id: content.id, kind: 'task', title: content.title, body: content }) as const;

  test('FRM-09 each publication creates a version, and earlier ones do not change', async () => {
    const scope = await addTenant(db(), 'versions');
    const seen = { db: db(), tenantId: scope.tenantId };
    const publish = (label: string) => db().tenantTransaction(scope, (tx) => saveAndPublishForm(tx, form(body(label))));
    assert.deepEqual([await publish('One'), await publish('One'), await publish('Two')], [1, 1, 2]);
    await db().tenantTransaction(scope, async (tx) => {
      assert.deepEqual(await publishedForm(tx, seen, 'leave'), { number: 2, body: body('Two') });
      assert.deepEqual(await formVersion(tx, seen, 'leave', 1), body('One'));
      assert.equal(await formVersion(tx, seen, 'leave', 1), await formVersion(tx, seen, 'leave', 1));
      assert.equal(await formVersion(tx, seen, 'leave', 3), null);
      assert.deepEqual(
        (await readVersions(tx, 'leave')).map((version) => version.number),
        [2, 1],
      );
    });
  });

  test('a version that was rolled back is not cached', async () => {
    const scope = await addTenant(db(), 'rolledback');
    const seen = { db: db(), tenantId: scope.tenantId };
    const aborted = db().tenantTransaction(scope, async (tx) => {
      await saveAndPublishForm(tx, form(body('Gone')));
      assert.equal((await publishedForm(tx, seen, 'leave'))?.number, 1);
      throw new Error('rolled back');
    });
    await assert.rejects(aborted, /rolled back/);
    await db().tenantTransaction(scope, (tx) => saveAndPublishForm(tx, form(body('Here'))));
    const kept = await db().tenantTransaction(scope, (tx) => formVersion(tx, seen, 'leave', 1));
    assert.deepEqual(kept, body('Here'));
  });

  test('another organisation sees nothing of a form, cached or not', async () => {
    const ours = await addTenant(db(), 'ours');
    const theirs = await addTenant(db(), 'theirs');
    await db().tenantTransaction(ours, (tx) => saveAndPublishForm(tx, form(body())));
    for (const [scope, there] of [
      [ours, true],
      [theirs, false],
    ] as const) {
      const found = await db().tenantTransaction(scope, (tx) =>
        formVersion(tx, { db: db(), tenantId: scope.tenantId }, 'leave', 1),
      );
      assert.equal(found !== null, there);
    }
  });

  test('a removed published form is out of use; a removed draft is deleted', async () => {
    const scope = await addTenant(db(), 'removed');
    await db().tenantTransaction(scope, async (tx) => {
      await saveAndPublishForm(tx, form(body()));
      await insertForm(tx, form(body('Draft', 'draft')));
      for (const id of ['leave', 'draft']) {
        const row = await readFormRow(tx, id, true);
        assert.ok(row);
        await removeForm(tx, row);
      }
      assert.equal((await readFormRow(tx, 'leave'))?.active, false);
      assert.equal(await readFormRow(tx, 'draft'), undefined);
      assert.equal(await publishedForm(tx, { db: db(), tenantId: scope.tenantId }, 'leave'), null);
    });
  });
});
