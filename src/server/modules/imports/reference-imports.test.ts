import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';
import { IMPORTS } from '../../app.ts';
import { workOnImport } from './run.jobs.ts';

interface Row {
  readonly line: number;
  readonly key: string;
  readonly verb: string;
  readonly changes: readonly {
    readonly field: string;
    readonly before: string | null;
    readonly after: string | null;
  }[];
  readonly faults: readonly { readonly field: string | null; readonly code: string; readonly title: string }[];
}

onDatabase('imports of reference data and groups', (db) => {
  let tenant: TestTenant;
  let ann: Person;

  before(async () => {
    tenant = await createTestTenant(db(), 'harbour', { ann: ['admin'], bob: ['clerks'], root: ['verva.admin'] });
    ann = tenant.people.ann!;
    await tenant.transaction(async (tx) => {
      await sql`INSERT INTO dimension (code, name) VALUES ('COST', 'Cost centre'), ('CON', 'Contract')`.execute(tx);
      await sql`INSERT INTO company (code, name) VALUES ('ACME', 'Acme AS')`.execute(tx);
    });
  });

  const send = async (resource: string, csv: string, query = '') => {
    const path = `/api/records/${resource}/import${query}`;
    return ann.send('POST', path, csv, { 'content-type': 'text/csv' });
  };
  const plan = async (resource: string, csv: string) => {
    const { status, body } = await send(resource, csv);
    assert.equal(status, 201, JSON.stringify(body));
    const { body: rows } = await ann.get(`/api/imports/${body.id}/rows?limit=200`);
    return { id: body.id as string, counts: body.counts, rows: rows.items as Row[] };
  };
  const work = (id: string) => workOnImport(tenant.context, IMPORTS, tenant.tenantId, id, { milliseconds: 60_000 });
  const run = async (id: string) => {
    assert.equal((await ann.post(`/api/imports/${id}/run`, {})).status, 202);
    await work(id);
    return (await ann.get(`/api/imports/${id}`)).body;
  };
  const undo = async (id: string) => {
    const started = await ann.post(`/api/imports/${id}/undo`);
    assert.equal(started.status, 202, JSON.stringify(started.body));
    await work(started.body.id);
    return (await ann.get(`/api/imports/${started.body.id}`)).body;
  };
  const exported = async (resource: string, language = 'en'): Promise<string> => {
    const { status, body } = await ann.send('GET', `/api/records/${resource}`, undefined, {
      accept: 'text/csv',
      'accept-language': language,
    });
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const verbs = (rows: readonly Row[]) => rows.map(({ key, verb }) => `${key} ${verb}`).sort();
  const faults = (rows: readonly Row[]) =>
    Object.fromEntries(rows.filter(({ verb }) => verb === 'refuse').map((row) => [row.key, row.faults[0]!.code]));

  const FILES = [
    {
      resource: 'companies',
      csv: 'Код;Название;Riik;Registry code;Status\nACME;Acme Ltd;ee;123;Active\nBETA;Beta;;;Неактивна\n"bad code";;XXX;;Gone',
      verbs: ['ACME change', 'BETA add', 'bad code refuse'],
    },
    {
      resource: 'departments',
      csv: 'Code,Name,Part of,Head,Company,Status\nB,Deck,A,ann.harbour,ACME,\nC,Hold,Deck,Bob,,Inactive\nA,Ship,,,,\nX,Lost,Nowhere,,,\nY,Below,X,,,',
      verbs: ['A add', 'B add', 'C add', 'X refuse', 'Y refuse'],
    },
    {
      resource: 'dimension_values',
      csv: 'Dimension,Code,Name,Part of\nCost centre,20,Port,10\nCOST,10,All,\nContract,10,Ten,\nNone,10,Ten,',
      verbs: ['10 add', '10 add', '10 refuse', '20 add'],
    },
    {
      resource: 'tags',
      csv: 'Nimi;Värv\nfirst aid;Roheline\ndiver;\nold;mauve',
      verbs: ['diver add', 'first aid add', 'old refuse'],
    },
    {
      resource: 'groups',
      csv: 'Group ID,Name,Members\ncrew,Crew,"ann.harbour, bob.harbour"\nclerks,Clerks,\nBad Id,Bad,\nother,Other,nobody.here',
      verbs: ['Bad Id refuse', 'clerks change', 'crew add', 'other refuse'],
    },
  ] as const;

  for (const { resource, csv, verbs: expected } of FILES) {
    test(`ADM-08 ${resource}: a file is checked row by row, imported, exported and unchanged when imported again, and undone`, async () => {
      const original = await exported(resource);
      const planned = await plan(resource, csv);
      assert.deepEqual(verbs(planned.rows), [...expected].sort(), JSON.stringify(planned.rows));
      assert.equal(await exported(resource), original, 'a dry run writes nothing');
      const result = await run(planned.id);
      const { add, change } = planned.counts;
      assert.deepEqual([result.state, result.done], ['done', add + change], JSON.stringify(result));
      for (const language of ['en', 'et', 'ru', 'zh']) {
        const again = await plan(resource, await exported(resource, language));
        const other = again.rows.filter(({ verb }) => verb !== 'same');
        assert.deepEqual(other, [], language);
        assert.ok(again.counts.same >= add + change);
      }
      const undone = await undo(planned.id);
      assert.deepEqual([undone.state, undone.done], ['done', add + change]);
      assert.equal(await exported(resource), original);
    });
  }

  test('ADM-08 ADM-04 departments in a circle are refused by name, and those below them too', async () => {
    const { rows } = await plan(
      'departments',
      'Code,Name,Part of\nK,Kilo,M\nL,Lima,K\nM,Mike,L\nN,November,M\nO,Oscar,',
    );
    assert.deepEqual(verbs(rows), ['K refuse', 'L refuse', 'M refuse', 'N refuse', 'O add']);
    const titles = rows.filter(({ verb }) => verb === 'refuse').map(({ faults: [fault] }) => fault!.title);
    for (const name of ['Kilo', 'Lima', 'Mike']) assert.ok(titles[0]!.includes(name), titles[0]);
  });

  test('ADM-08 ADM-04 what changed since the dry run is refused, and an undo never makes a circle', async () => {
    const first = await run((await plan('departments', 'Code,Name,Part of\nP,Papa,\nQ,Quebec,P')).id);
    assert.equal(first.done, 2);
    const stale = await plan('departments', 'Code,Name\nP,Papa 2');
    const moved = await run((await plan('departments', 'Code,Name,Part of\nQ,Quebec,')).id);
    assert.equal((await run((await plan('departments', 'Code,Name,Part of\nP,Papa,Q')).id)).done, 1);
    const late = await run(stale.id);
    assert.deepEqual([late.done, late.counts.refuse], [0, 1]);
    const back = await undo(moved.id);
    assert.deepEqual([back.done, back.counts.refuse], [0, 1]);
  });

  test('ADM-08 ADM-05 parents of values in a circle are refused, and the column of the dimension is needed', async () => {
    const { rows } = await plan('dimension_values', 'Dimension,Code,Name,Part of\nCOST,1,One,2\nCOST,2,Two,1');
    assert.deepEqual(faults(rows), { 1: 'dimension_value.cycle', 2: 'dimension_value.cycle' });
    assert.equal((await send('dimension_values', 'Code,Name\n1,One')).body.code, 'import.key_missing');
    assert.equal((await send('tags', 'Name\nx', '?missing=disable')).body.code, 'import.keeps_missing');
  });

  test('ADM-08 SEC-01 an import of groups keeps administrators, and never gives the right of the provider', async () => {
    const { rows } = await plan(
      'groups',
      'Group ID,Name,Members\nadmin,Administrators,bob.harbour\nverva.admin,Provider,ann.harbour',
    );
    assert.deepEqual(faults(rows), { admin: 'group.own_right', 'verva.admin': 'field.not_editable' });
  });
});
