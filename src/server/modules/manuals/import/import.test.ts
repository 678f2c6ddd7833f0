import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../../test/support/databases.ts';
import { PNG } from '../../../../../test/support/small-files.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../../test/support/test-tenant.ts';
import { zipOf } from '../../../../../test/support/zip.ts';
import { XSS_VECTORS } from '../../../../shared/manual-html/vectors.support.ts';
import { cleanManualHtml } from '../text/index.ts';

/** Creates a zip file; `claimed` is the size it declares for each entry. */
const zip = (entries: Readonly<Record<string, string | Buffer>>, claimed?: number): Buffer =>
  zipOf(entries, { isPacked: true, ...(claimed !== undefined && { claimed }) });

const paragraph = (text: string, style = '') =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`;
const picture = (id: string) =>
  `<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" descr="A crane"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="${id}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const DOCX = {
  '[Content_Types].xml':
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${RELATIONS}/officeDocument" Target="word/document.xml"/></Relationships>`,
  'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="i1" Type="${RELATIONS}/image" Target="media/1.png"/><Relationship Id="i2" Type="${RELATIONS}/image" Target="media/2.png"/><Relationship Id="s" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  'word/styles.xml':
    '<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="P1"><w:name w:val="heading 1"/></w:style><w:style w:type="paragraph" w:styleId="P2"><w:name w:val="heading 2"/></w:style></w:styles>',
  'word/media/1.png': PNG,
  'word/media/2.png': '<svg onload="alert(1)"/>',
  'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${RELATIONS}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><w:body>${paragraph('Crane rules', 'P1')}${paragraph('Before work', 'P2')}${paragraph('Look up &amp; around.')}<w:tbl><w:tr><w:tc>${paragraph('Wind')}</w:tc><w:tc>${paragraph('Stop')}</w:tc></w:tr></w:tbl>${picture('i1')}${picture('i2')}</w:body></w:document>`,
};

const FOLDER = {
  'rules/README.md':
    '---\ntitle: "Harbour rules"\n---\n# Harbour rules\n\nSee [cranes](cranes.md#in-wind) and [all](../other.md).\n\n| Place | Phone |\n|---|---|\n| Quay | 112 |\n',
  'rules/cranes.md':
    '# Cranes\n\n## In wind\n\n- Stop\n  - at once\n\n> [!WARNING]\n> Never alone.\n\n![A crane](pictures/crane.png) ![A lie](pictures/lie.png) ![Far](https://elsewhere.example/x.png) <script>alert(1)</script>\n',
  'rules/pictures/crane.png': PNG,
  'rules/pictures/lie.png': '<svg onload="alert(1)"/>',
  '../outside.md': '# Out',
  'rules/more.zip': zip({ 'a.md': '# A' }),
};

onDatabase('importing manuals', (db) => {
  let tenant: TestTenant;
  let kadri: Person;
  let groupId: string;

  before(async () => {
    tenant = await createTestTenant(db(), 'quay', { kadri: ['manualsgroup'], ann: [] });
    kadri = tenant.people.kadri!;
    await tenant.transaction((tx) =>
      tx
        .insertInto('language')
        .values([{ language_id: 'en', name: 'English', locale: 'en' }])
        .execute(),
    );
    groupId = (await kadri.post('/api/manuals/groups', { name: { en: 'Safety' } })).body.id;
  });

  const send = (fileName: string, content: Buffer, query = '', who = kadri) => {
    const boundary = randomUUID();
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]);
    return who.send('POST', `/api/manuals/import?groupId=${groupId}${query}`, body, {
      'content-type': `multipart/form-data; boundary=${boundary}`,
    });
  };
  const textOf = async (manualId: string) =>
    (await kadri.get(`/api/manuals/${manualId}/versions/1/texts/en`)).body as { title: string; html: string };
  const bare = (html: string) => html.replaceAll(/ id="b-[0-9a-z]+"/g, '').replaceAll(/#b-[0-9a-z]+/g, '#…');

  test('MAN-05 MAN-01 a folder of Markdown becomes drafts with tables, notes, links and pictures, and removed content is listed', async () => {
    const { status, body } = await send('rules.zip', zip(FOLDER));
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual(
      body.created.map(({ code, title, images }: Record<string, unknown>) => [code, title, images]),
      [
        ['rules', 'Harbour rules', 0],
        ['cranes', 'Cranes', 1],
      ],
    );
    const { html } = await textOf(body.created[1].manualId);
    assert.match(
      bare(html),
      /^<h2>In wind<\/h2><ul><li>Stop<ul><li>at once<\/li><\/ul><\/li><\/ul><aside data-note="warning"><p>Never alone\.<\/p><\/aside><p><img data-image="[0-9a-f]{64}" alt="A crane" width="1" height="1"> A lie Far<\/p>$/,
    );
    const notes = body.notes.map(({ file, note }: Record<string, string>) => `${file}: ${note}`).join('\n');
    for (const part of [
      '../outside.md: Left out: its path',
      'rules/more.zip: Left out: archives',
      'rules/cranes.md: The picture pictures/lie.png was left out',
      'rules/cranes.md: The picture https://elsewhere.example/x.png was left out: it is on another server',
      'rules/cranes.md: Scripts were left out',
      'rules/README.md: 2 links to other files',
    ]) {
      assert.ok(notes.includes(part), `${part} in\n${notes}`);
    }

    const together = await send('rules.zip', zip(FOLDER), '&together=true');
    assert.equal(together.body.created.length, 1);
    assert.equal(together.body.created[0].code, 'rules-2');
    const whole = await textOf(together.body.created[0].manualId);
    assert.match(bare(whole.html), /^<h1>Harbour rules<\/h1><p>See <a href="#…">cranes<\/a> and all\.<\/p><table>/);
    const [, target] = /href="#(b-[0-9a-z]+)">cranes/.exec(whole.html)!;
    assert.ok(whole.html.includes(`<h2 id="${target}">In wind</h2>`));
  });

  test('MAN-05 a Word document becomes a draft with its headings, tables and pictures', async () => {
    const { status, body } = await send('Crane rules.docx', zip(DOCX));
    assert.equal(status, 201, JSON.stringify(body));
    const { title, html } = await textOf(body.created[0].manualId);
    assert.equal(title, 'Crane rules');
    assert.match(
      bare(html),
      /^<h2>Before work<\/h2><p>Look up &amp; around\.<\/p><table><tbody><tr><td>Wind<\/td><td>Stop<\/td><\/tr><\/tbody><\/table><p><img data-image="[0-9a-f]{64}" alt="A crane" width="1" height="1"><\/p>$/,
    );
    assert.equal(body.notes.length, 1);
    assert.match(body.notes[0].note, /was left out/);
  });

  test('MAN-05 bombs, damaged files and empty files are refused, other users cannot import, and nothing is left over', async () => {
    const zeros = Buffer.alloc(60 * 1024 * 1024);
    const many = Object.fromEntries(Array.from({ length: 5001 }, (_, index) => [`${index}.md`, '']));
    const before = await tenant.transaction(async (tx) => (await sql`SELECT id FROM manual`.execute(tx)).rows.length);
    const answers = [
      await send('bomb.zip', zip({ 'a.md': zeros })),
      await send('liar.zip', zip({ 'a.md': zeros }, 10)),
      await send('many.zip', zip(many)),
      await send('broken.zip', zip({ 'a.md': '# A' }).fill(0xff, 31, 36)),
      await send('none.zip', zip({ 'a.txt': 'A' })),
      await send('bomb.docx', zip({ ...DOCX, 'word/document.xml': zeros })),
      await send('entities.docx', zip({ ...DOCX, 'word/document.xml': '<!DOCTYPE x [<!ENTITY y "z">]><x>&y;</x>' })),
      await send('empty.docx', zip({ ...DOCX, 'word/document.xml': 'no xml' })),
      await send('page.html', Buffer.from('<p>x</p>')),
    ];
    assert.deepEqual(
      answers.map(({ status, body }) => [status, body.code]),
      [
        [422, 'import.too_big'],
        [422, 'import.too_big'],
        [422, 'import.too_big'],
        [422, 'import.unreadable'],
        [422, 'import.unreadable'],
        [422, 'import.too_big'],
        [422, 'import.unreadable'],
        [422, 'import.unreadable'],
        [415, 'file.type_refused'],
      ],
    );
    assert.equal((await send('a.md', Buffer.from('# A'), '', tenant.people.ann)).status, 403);
    const after = await tenant.transaction(async (tx) => (await sql`SELECT id FROM manual`.execute(tx)).rows.length);
    assert.equal(after, before);
  });

  test('MAN-05 known attacks are stored as the sanitised text that readers receive', async () => {
    const { body } = await send('a.md', Buffer.from('# Attacked\n\nText'));
    const [{ manualId }] = body.created;
    const url = `/api/manuals/${manualId}/versions/1/texts/en`;
    // A request cannot contain lone surrogates; other tests pass those vectors to the function directly.
    const vectors = XSS_VECTORS.filter((one) => one.isWellFormed() && !one.includes('\u0000'));
    for (const html of [...vectors.slice(-10), vectors.join('\n<p>next</p>')]) {
      const answer = await kadri.send('PUT', url, JSON.stringify({ title: 'Attacked', html }), {
        'content-type': 'application/json',
      });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      assert.equal((await textOf(manualId)).html, cleanManualHtml(html).html);
    }
    const saved = await kadri.send('PUT', url, JSON.stringify({ title: 'A', html: '<p>a<script>b</script></p>' }), {
      'content-type': 'application/json',
    });
    assert.deepEqual(saved.body.removed, ['Scripts were left out.']);
  });
});
