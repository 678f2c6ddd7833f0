import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { bpmn, end, sequence, start } from '../../../../test/support/bpmn.ts';
import { onDatabase } from '../../../../test/support/databases.ts';
import { takeEmails } from '../../../../test/support/emails.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';
import { waitFor } from '../../../../test/support/wait-for.ts';
import type { ConfigText } from '../../../shared/contracts/config-texts.contract.ts';
import { CONFIG_TEXT_MAX } from '../../../shared/contracts/config-texts.rules.ts';
import { LANGUAGES, LOCALES } from '../../../shared/contracts/constants.ts';
import type { FormBody } from '../../../shared/forms/index.ts';
import { saveAndPublishForm } from '../forms/index.ts';
import { outcomeLabel } from '../processes/index.ts';
import { sendTaskMails } from '../task-mails/index.ts';

const FORM: FormBody = {
  formatVersion: 1,
  id: 'leave-form',
  title: { en: 'Leave', et: 'Puhkus' },
  root: {
    type: 'stack',
    id: 'root',
    children: [
      {
        type: 'section',
        id: 'main',
        title: { en: 'Details' },
        children: [
          { type: 'text', key: 'reason', label: { en: 'Reason', et: 'Põhjus' } },
          { type: 'richText', id: 'note', content: { en: '<p>Read the rules.</p>' } },
        ],
      },
    ],
  },
  outcomes: [{ id: 'approve', label: { en: 'Approve', et: 'Kinnita' } }],
};

const translation = '<extensionElements><verva:translation lang="et" name="Kinnita puhkus"/></extensionElements>';
const leave = (name: string) =>
  bpmn(
    'leave',
    sequence(
      start,
      `<userTask id="approve" name="${name}" verva:assignee="=who" verva:formKey="leave-form" verva:taskName="=title">${translation}</userTask>`,
      `<userTask id="check" name="Check" verva:assignee="=who" verva:outcomes="accept, reject"/>`,
      end,
    ),
  ).replace('name="leave"', 'name="Leave request"');

const LATVIAN = { languageId: 'lv', name: 'Latviešu', locale: 'lv-LV', fallback: 'et' } as const;
const text = (kind: string, owner: string, part: string, languageId: string, text: string | null) => ({
  ...{ kind, owner, part, languageId, text },
});
const ofLeave = (part: string, languageId: string, words: string | null) =>
  text('processes', 'leave', part, languageId, words);

onDatabase('texts of the configuration', (db) => {
  let tenant: TestTenant;
  let near: TestTenant;
  let pia: Person;
  let ann: Person;
  let ada: Person;
  let eva: Person;
  let taskId: string;

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', { pia: ['verva.admin'], ada: ['admin'], ann: [] });
    near = await createTestTenant(db(), 'near', { eva: ['verva.admin'] }, tenant);
    ({ pia, ann, ada } = tenant.people as Record<'pia' | 'ann' | 'ada', Person>);
    eva = near.people.eva!;
    for (const each of [tenant, near]) {
      const languages = LANGUAGES.map((id) => ({ language_id: id, name: id, locale: LOCALES[id] }));
      await each.transaction((tx) => tx.insertInto('language').values(languages).execute());
      await each.transaction((tx) =>
        saveAndPublishForm(tx, { id: FORM.id, kind: 'task', title: FORM.title, body: FORM }),
      );
      await each.deploy(leave('Approve leave'));
    }
    const variables = { who: ann.username, title: 'Approve leave: Jüri Lepik' };
    const begun = await tenant.startInstance({ key: 'leave', businessKey: null, variables });
    taskId = begun.tasks[0]!.id;
    await near.startInstance({ key: 'leave', businessKey: null, variables: { ...variables, who: eva.username } });
  });

  const put = (who: Person, ...body: object[]) =>
    who.send('PUT', '/api/i18n/configuration', JSON.stringify(body), { 'content-type': 'application/json' });
  const speaking = async (who: Person, language: string, path: string) => {
    const { status, body } = await who.send('GET', path, undefined, { 'accept-language': language });
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const inbox = async (who: Person, language: string): Promise<string[]> => {
    const [task] = (await speaking(who, language, '/api/tasks')).items;
    return [task.name, task.process.name];
  };
  const listed = async (query: string): Promise<ConfigText[]> =>
    (await pia.get(`/api/i18n/configuration?${query}`)).body.items;

  test('BEY-27 names of a process are shown in an added language, in lists, history, files and e-mails', async () => {
    assert.equal((await pia.post('/api/i18n/languages', LATVIAN)).status, 201);
    const sent = [
      ofLeave('process', 'lv', 'Atvaļinājuma pieteikums'),
      ofLeave('node:approve', 'lv', 'Apstiprināt atvaļinājumu'),
      ofLeave('outcome:check/accept', 'lv', 'Pieņemt'),
      ofLeave('node:approve', 'et', 'Kinnita puhkus ära'),
      text('forms', FORM.id, 'outcomes.approve.label', 'lv', 'Apstiprināt'),
      text('forms', FORM.id, 'reason.label', 'lv', 'Iemesls'),
    ];
    const { status, body } = await put(pia, ...sent);
    assert.equal(status, 204, JSON.stringify(body));
    const latvian = ['Apstiprināt atvaļinājumu: Jüri Lepik', 'Atvaļinājuma pieteikums'];
    await waitFor(() => inbox(ann, 'lv'), latvian);
    assert.deepEqual(await inbox(ann, 'et'), ['Kinnita puhkus ära: Jüri Lepik', 'Leave request']);
    assert.deepEqual(await inbox(ann, 'ru'), ['Approve leave: Jüri Lepik', 'Leave request']);

    const task = await speaking(ann, 'lv', `/api/tasks/${taskId}`);
    assert.deepEqual([task.name, task.process.name, task.outcomes[0].label.lv], [...latvian, 'Apstiprināt']);
    const form = await speaking(ann, 'lv', `/api/tasks/${taskId}/form`);
    const [section] = form.body.root.children;
    assert.deepEqual(section.children[0].label, { en: 'Reason', et: 'Põhjus', lv: 'Iemesls' });
    const [, created] = await speaking(ann, 'lv', `/api/tasks/${taskId}/history`);
    assert.equal(created.node.name, 'Apstiprināt atvaļinājumu');
    const [process] = await speaking(ann, 'lv', '/api/processes');
    assert.equal(process.name, 'Atvaļinājuma pieteikums');
    const [instance] = (await speaking(ada, 'lv', '/api/instances')).items;
    assert.equal(instance.process.name, 'Atvaļinājuma pieteikums');
    const detail = await speaking(ada, 'lv', `/api/instances/${instance.id}`);
    assert.deepEqual([detail.process.name, detail.places[0].name], [latvian[1], 'Apstiprināt atvaļinājumu']);
    const [mass] = await speaking(ann, 'lv', '/api/mass-task-action/config');
    assert.deepEqual([mass.processName, mass.taskName], [latvian[1], 'Apstiprināt atvaļinājumu']);

    await tenant.transaction((tx) =>
      sql`UPDATE app_user SET email = 'ann@acme.test', language_id = 'lv' WHERE id = ${ann.userId}::uuid`.execute(tx),
    );
    const file = await ann.post('/api/downloads', { list: '/api/tasks', query: '', columns: ['name', 'process'] });
    assert.match(String((await ann.get(file.body.url)).body), new RegExp(`\n${latvian.join(',')}\r?\n`));
    await takeEmails(db());
    const { context } = tenant;
    await sendTaskMails({ ...context, ...context.config, publicUrl: 'https://verva.test', gatherSeconds: 0 });
    const mail = (await takeEmails(db())).find(({ to }) => to === 'ann@acme.test');
    assert.match(mail!.text, /Apstiprināt atvaļinājumu: Jüri Lepik/);
    assert.match(mail!.text, /Atvaļinājuma pieteikums/);
    assert.match(mail!.html ?? '', />Apstiprināt</);
  });

  test('BEY-27 the next task offers outcomes of the model in the reader’s language', async () => {
    const done = await ann.post(`/api/tasks/${taskId}`, { action: 'complete', outcome: 'approve', variables: {} });
    assert.equal(done.status, 200, JSON.stringify(done.body));
    const [next] = (await speaking(ann, 'lv', '/api/tasks')).items;
    const { outcomes } = await speaking(ann, 'lv', `/api/tasks/${next.id}`);
    assert.deepEqual(
      outcomes.map(({ label }: { label: object }) => label),
      [{ en: 'accept', lv: 'Pieņemt' }, { en: 'reject' }],
    );
  });

  test('BEY-27 a requester finds requests by the translated name of their process', async () => {
    await tenant.transaction((tx) => sql`UPDATE process_instance SET requester_id = ${ann.userId}::uuid`.execute(tx));
    const found = async (q: string) =>
      (await speaking(ann, 'lv', `/api/records/requests?q=${encodeURIComponent(q)}`)).items.length;
    assert.deepEqual([await found('atvaļinājuma piet'), await found('Puhkusetaotlus')], [1, 0]);
    const { columns } = await speaking(ann, 'lv', '/api/records/requests/columns');
    const { options } = columns.find(({ field }: { field: string }) => field === 'process');
    assert.deepEqual(options, [{ id: 'leave', text: 'Atvaļinājuma pieteikums' }]);
  });

  test('BEY-27 ROLE-05 another organisation does not see the translations', async () => {
    assert.deepEqual(await inbox(eva, 'et'), ['Kinnita puhkus: Jüri Lepik', 'Leave request']);
    const { items } = (await eva.get('/api/i18n/configuration?kind=processes')).body;
    assert.ok(items.length > 0);
    assert.deepEqual(
      items.filter(({ own }: ConfigText) => Object.keys(own).length > 0),
      [],
    );
    const { rows } = await near.transaction((tx) => sql`SELECT 1 FROM config_text`.execute(tx));
    assert.deepEqual(rows, []);
  });

  test('BEY-27 the list has every text with its place, and those that a language lacks', async () => {
    const all = await listed('limit=200');
    const found = (part: string) => all.find((one) => one.part === part);
    assert.deepEqual(found('node:approve'), {
      ...{ kind: 'processes', owner: 'leave', part: 'node:approve', place: 'Leave request', source: 'Approve leave' },
      ...{ sourceLanguage: 'en', document: { et: 'Kinnita puhkus' }, replaces: true, outdated: [] },
      own: { et: 'Kinnita puhkus ära', lv: 'Apstiprināt atvaļinājumu' },
    });
    assert.deepEqual(found('reason.label'), {
      ...{
        kind: 'forms',
        owner: FORM.id,
        part: 'reason.label',
        place: 'Leave',
        source: 'Reason',
        sourceLanguage: 'en',
      },
      ...{ document: { en: 'Reason', et: 'Põhjus' }, own: { lv: 'Iemesls' }, replaces: false, outdated: [] },
    });
    const missing = await listed('state=missing&languageId=lv&kind=forms&limit=200');
    assert.deepEqual(
      missing.map(({ part }) => part),
      ['root.title', 'main.title', 'note.content', 'title']
        .filter((part) => found(part))
        .toSorted((a, b) => (all.findIndex((one) => one.part === a) < all.findIndex((one) => one.part === b) ? -1 : 1)),
    );
    assert.deepEqual(
      (await listed('q=apstiprin%C4%81t+atv')).map(({ part }) => part),
      ['node:approve'],
    );
    const { body: progress } = await pia.get('/api/i18n/configuration/completeness');
    assert.deepEqual([progress.texts, progress.translated.lv, progress.outdated.lv], [all.length, 5, 0]);
    assert.equal(progress.kinds.forms.translated.lv, 2);
    const paged: ConfigText[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const query: string = after === '' ? '' : `&after=${encodeURIComponent(after)}`;
      const { body } = await pia.get(`/api/i18n/configuration?limit=3${query}`);
      paged.push(...body.items);
      after = body.next;
    }
    assert.deepEqual(paged, all);
  });

  test('BEY-27 a translation of an earlier text is still shown, and listed as outdated until it is saved again', async () => {
    await tenant.deploy(leave('Approve the leave'));
    const variables = { who: ada.username, title: 'Approve the leave' };
    await tenant.startInstance({ key: 'leave', businessKey: null, variables });
    assert.deepEqual(await inbox(ada, 'lv'), ['Apstiprināt atvaļinājumu', 'Atvaļinājuma pieteikums']);
    const outdated = async () => (await listed('state=outdated')).map(({ part, outdated }) => [part, outdated]);
    assert.deepEqual(
      (await outdated()).map(([part, languages]) => [part, [...languages!].toSorted()]),
      [['node:approve', ['et', 'lv']]],
    );
    const again = ofLeave('node:approve', 'lv', 'Apstiprināt atvaļinājumu');
    assert.equal((await put(pia, again)).status, 204);
    assert.deepEqual(await outdated(), [['node:approve', ['et']]]);
    assert.equal((await put(pia, ofLeave('node:approve', 'et', null))).status, 204);
    await waitFor(() => inbox(ada, 'et'), ['Kinnita puhkus', 'Leave request']);
    assert.deepEqual(await outdated(), []);
  });

  test('BEY-27 translators get a file with every text and its state, and what they add is taken', async () => {
    const read = async (query: string) => {
      const { status, body } = await pia.get(`/api/i18n/configuration/export?languageId=ru${query}`);
      assert.equal(status, 200, JSON.stringify(body));
      return String(body);
    };
    const take = (content: string, dryRun: boolean) =>
      pia.post('/api/i18n/configuration/import', { languageId: 'ru', content, dryRun });
    const of = (file: string, part: string) => file.split('\r\n').find((line) => line.includes(`,${part},`));
    const [heading] = (await read('')).split('\r\n');
    assert.equal(heading, '\uFEFFkind,owner,part,place,source,translation,state');
    const file = await read('&kind=processes');
    assert.equal(of(file, 'node:check'), 'processes,leave,node:check,Leave request,Check,,missing');
    const translated = file.replace('Check,,missing', '"Check","Проверить, срочно",missing');
    assert.deepEqual((await take(translated, true)).body, { dryRun: true, changed: 1, unchanged: 0 });
    assert.equal(of(await read(''), 'node:check'), of(file, 'node:check'), 'a dry run changes nothing');
    assert.deepEqual((await take(translated, false)).body, { dryRun: false, changed: 1, unchanged: 0 });
    assert.deepEqual((await take(translated, false)).body, { dryRun: false, changed: 0, unchanged: 1 });
    assert.match(of(await read(''), 'node:check')!, /"Проверить, срочно",translated$/);
    assert.equal(of(await read('&state=missing'), 'node:check'), undefined);
    // A translation of an earlier text is taken, and listed as outdated.
    const earlier = 'kind;owner;part;source;translation\r\nprocesses;leave;node:check;Look;Посмотреть\r\n';
    assert.equal((await take(earlier, false)).body.changed, 1);
    assert.match(of(await read('&state=outdated'), 'node:check')!, /,Посмотреть,outdated$/);
    await put(pia, ofLeave('node:check', 'ru', null));
  });

  test('BEY-27 API-05 faults of a file of translations name their lines, and nothing is taken', async () => {
    const take = async (...lines: string[]) => {
      const content = ['kind,owner,part,translation', ...lines].join('\n');
      const { status, body } = await pia.post('/api/i18n/configuration/import', { languageId: 'ru', content });
      return [
        status,
        body.code,
        (body.errors ?? []).map((one: { pointer: string; code: string }) => `${one.pointer} ${one.code}`),
      ];
    };
    const unknown = 'processes,leave,node:none,Нет';
    assert.deepEqual(await take('processes,leave,node:check,Да', unknown), [
      422,
      'translation.invalid',
      ['/3/text config_text.unknown'],
    ]);
    assert.deepEqual(
      await take('weather,leave,node:check,Да', `processes,leave,node:check,${'я'.repeat(CONFIG_TEXT_MAX + 1)}`),
      [422, 'translation.invalid', ['/2 config_text.unknown', '/3 config_text.too_long']],
    );
    const { body } = await pia.post('/api/i18n/configuration/import', { languageId: 'ru', content: 'a,b\n1,2' });
    assert.deepEqual([body.code, body.params], ['config_text.columns', { columns: 'kind, owner, part, translation' }]);
    const { status } = await pia.post('/api/i18n/configuration/import', { languageId: 'xx', content: '' });
    assert.equal(status, 422);
    assert.equal((await pia.get('/api/i18n/configuration/export?languageId=xx')).status, 422);
    assert.equal((await ada.get('/api/i18n/configuration/export?languageId=ru')).status, 403);
  });

  test('BEY-27 API-05 every fault is reported with its position, and nothing is saved', async () => {
    const { status, body } = await put(
      pia,
      ofLeave('process', 'ru', 'Заявка'),
      ofLeave('node:gone', 'ru', 'x'),
      ofLeave('process', 'fi', 'x'),
      text('forms', FORM.id, 'reason.label', 'et', 'x'),
      text('forms', FORM.id, 'note.content', 'ru', '<img src=x onerror=alert(1)>'),
    );
    assert.deepEqual([status, body.code], [422, 'translation.invalid']);
    assert.deepEqual(
      body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
      [
        ['/1/text', 'config_text.unknown'],
        ['/2/text', 'translation.unknown_language'],
        ['/3/text', 'config_text.in_document'],
        ['/4/text', 'config_text.markup'],
      ],
    );
    assert.deepEqual(await inbox(ada, 'ru'), ['Approve the leave', 'Leave request']);
    assert.equal((await pia.get('/api/i18n/configuration?after=nothing')).body.code, 'page.cursor_mismatch');
  });

  test('RTE-07 BEY-27 an administrator without provider rights cannot translate', async () => {
    assert.equal((await ada.get('/api/i18n/configuration')).status, 403);
    assert.equal((await ada.get('/api/i18n/configuration/completeness')).status, 403);
    assert.equal((await put(ada, ofLeave('process', 'ru', 'Заявка'))).status, 403);
  });

  test('BEY-27 a translation that is rolled back is not shown', async () => {
    await assert.rejects(
      tenant.transaction(async (tx) => {
        await sql`INSERT INTO config_text (kind, owner, part, language_id, text, source)
          VALUES ('processes', 'leave', 'process', 'zh', '休假', 'Leave request')`.execute(tx);
        const { dictionaryOf } = await import('./dictionary.ts');
        await dictionaryOf(tx, { db: db(), tenantId: tenant.tenantId });
        throw new Error('rolled back');
      }),
      /rolled back/,
    );
    assert.deepEqual(await inbox(ada, 'zh'), ['Approve the leave', 'Leave request']);
  });

  test('BEY-27 a file has the outcomes of forms and models as its reader sees them', async () => {
    await tenant.transaction((tx) =>
      sql`UPDATE app_user SET language_id = 'et' WHERE id = ${ada.userId}::uuid`.execute(tx),
    );
    const query = 'sort=created:asc&status=eq:completed';
    const { body } = await ada.post('/api/downloads', { list: '/api/tasks/all', query, columns: ['outcome'] });
    const [, line] = String((await ada.get(body.url)).body).split(/\r?\n/);
    assert.equal(line, 'Kinnita');
    const ofModel = { form_id: null, form_number: null, process_key: 'leave', node_id: 'check' };
    const scope = { db: db(), tenantId: tenant.tenantId };
    const label = (outcome: string) => tenant.transaction((tx) => outcomeLabel(tx, scope, ofModel, outcome));
    assert.deepEqual(await label('accept'), { en: 'accept', lv: 'Pieņemt' });
    assert.equal(await label('reject'), undefined);
  });
});
