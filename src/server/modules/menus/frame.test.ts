import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { onDatabase } from '../../../../test/support/databases.ts';
import { PUBLIC_URL } from '../../../../test/support/identity.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';

onDatabase('pages of other systems in the menu', (db) => {
  let tenant: TestTenant;
  let pia: Person;
  let ann: Person;
  let bob: Person;

  before(async () => {
    tenant = await createTestTenant(db(), 'frames', { pia: ['verva.admin'], ann: ['crew'], bob: [] });
    [pia, ann, bob] = [tenant.people.pia!, tenant.people.ann!, tenant.people.bob!];
  });

  const add = (path: string, params: object, groups: readonly string[] = []) =>
    pia.post('/api/menus', { path, title: { en: path }, meta: { page: 'embed', params, groups } });
  const frameOf = (who: Person, id: string) => who.get(`/api/menus/${id}/frame`);
  const open = async (address: string) => {
    const { statusCode, headers, body } = await tenant.app.inject({
      url: address,
      headers: { 'accept-language': 'et' },
    });
    return { status: statusCode, policy: String(headers['content-security-policy']), headers, body };
  };

  test('PRV-02 the frame shows one origin, with what the entry allows and nothing else', async () => {
    const url = 'https://intranet.example:8443/news?a=1&b="2"';
    const { body: entry } = await add('/news', { url, allow: ['downloads', 'forms'] }, ['crew']);
    const frame = await frameOf(ann, entry.id);
    assert.equal(frame.body.url, 'https://intranet.example:8443/news?a=1&b=%222%22');
    const page = await open(frame.body.address);
    assert.equal(page.status, 200);
    const directives = new Map(page.policy.split('; ').map((one) => [one.split(' ')[0], one.split(' ').slice(1)]));
    assert.deepEqual(directives.get('frame-src'), ['https://intranet.example:8443']);
    assert.deepEqual(directives.get('default-src'), ["'none'"]);
    assert.deepEqual(directives.get('frame-ancestors'), ["'self'"]);
    assert.equal(directives.has('script-src'), false);
    assert.match(
      page.body,
      /<iframe src="https:\/\/intranet\.example:8443\/news\?a=1&amp;b=%222%22" title="intranet\.example:8443" sandbox="allow-scripts allow-forms allow-downloads" allow="" referrerpolicy="no-referrer"><\/iframe>/,
    );
    assert.equal(page.headers['cache-control'], 'no-store');
  });

  test('PRV-02 ROLE-04 only users who see the entry get its address, and it works for a minute', async () => {
    const { body: entry } = await add('/shop', { url: 'https://shop.example' }, ['crew']);
    const other = await createTestTenant(db(), 'frames2', { eva: ['admin'] }, tenant);
    for (const who of [bob, other.people.eva!]) {
      const refused = await frameOf(who, entry.id);
      assert.deepEqual([refused.status, refused.body.code], [404, 'menu.not_found']);
    }
    const { body: section } = await pia.post('/api/menus', {
      path: '/section',
      title: { en: 'Section' },
      meta: { page: 'section', params: { url: 'https://shop.example' } },
    });
    assert.equal((await frameOf(ann, section.id)).status, 404);
    const { address } = (await frameOf(ann, entry.id)).body;
    assert.equal((await open(address)).status, 200);
    const [content, mac] = address.split('=')[1].split('.');
    const forged = Buffer.from(content, 'base64url').toString().replace('shop.example', 'evil.example');
    for (const page of ['', 'x', `${Buffer.from(forged).toString('base64url')}.${mac}`, `${content}.`, content]) {
      const refused = await open(`/frame?page=${page}`);
      assert.equal(refused.status, 410, page);
      assert.match(refused.body, /<html lang="et-EE">[\s\S]*Avage see menüüst uuesti/);
      assert.doesNotMatch(refused.policy, /frame-src/);
    }
    tenant.clock.now = new Date(tenant.clock.now.getTime() + 60_000);
    assert.equal((await open(address)).status, 200);
    tenant.clock.now = new Date(tenant.clock.now.getTime() + 1);
    assert.equal((await open(address)).status, 410);
  });

  test('PRV-02 VAL-15 an address that could act as this application is refused at its field', async () => {
    const refused = [
      { url: `${PUBLIC_URL}/inbox` },
      { url: 'javascript:alert(1)' },
      { url: 'data:text/html,x' },
      { url: 'http://plain.example' },
      { url: '/inbox' },
      { url: 'https://ann:secret@shop.example' },
      { url: 'https://shop.example', allow: ['top-navigation'] },
      { url: 'https://shop.example', allow: ['forms', 'forms'] },
      { url: 'https://shop.example', allow: 'forms' },
      {},
    ];
    for (const params of refused) {
      const { status, body } = await add('/refused', params);
      const errors = body.errors?.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]);
      assert.deepEqual(
        [status, body.code, errors],
        [422, 'menu.invalid', [['/meta/params/url', 'menu.url_refused']]],
        JSON.stringify(params),
      );
    }
    assert.equal((await add('/local', { url: 'http://localhost:3000/' })).status, 201);
  });
});
