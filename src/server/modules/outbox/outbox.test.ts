import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addTenant, onDatabase } from '../../../../test/support/databases.ts';
import { MASTER_KEY } from '../../../../test/support/identity.ts';
import { openPlatform } from '../../../../test/support/platform.ts';
import { readConfig } from '../../platform/config.ts';
import { enqueue } from '../../platform/outbox.ts';
import { outbox } from './index.ts';

interface From {
  readonly remoteAddress?: string;
  readonly headers?: Record<string, string>;
}

const HERE = { remoteAddress: '127.0.0.1', headers: { host: 'localhost:8080' } };

onDatabase('the development outbox', (db) => {
  let count = 0;

  async function open(env: Record<string, string> = {}) {
    const config = readConfig({ MASTER_KEY, ...env });
    const { app, context } = await openPlatform(db(), undefined, { config });
    await outbox(app, context);
    const get = (url: string, from: From = {}) => app.inject({ method: 'GET', url, ...HERE, ...from });
    return {
      get,
      items: async (to: string) => (await get(`/dev/outbox.json?to=${encodeURIComponent(to)}`)).json().items,
    };
  }

  /** Creates a user in a new tenant, with an e-mail and then a text message. */
  async function written(html = '<p>Code <b>481516</b></p>') {
    const slug = `outbox-${++count}`;
    const email = `Mari.${count}@acme.test`;
    const phone = `+37255512${count}`;
    const { tenantId } = await addTenant(db(), slug);
    await db().tenantTransaction({ tenantId, userId: null }, async (tx) => {
      const common = { template: 'oneTimePassword', languageId: 'en', secret: true } as const;
      await enqueue(tx, 'mail', {
        ...common,
        to: [email],
        subject: 'Your <code>',
        text: 'Code 481516 & https://a.test/?x=1&y=2',
        html,
      });
      await enqueue(tx, 'sms', { ...common, to: phone, text: '<i>2342</i> is your password' });
    });
    return { slug, email, phone };
  }

  test('LOG-17 e-mails are listed at once, newest first, of all tenants and by recipient', async () => {
    const { items, get } = await open();
    const { slug, email, phone } = await written();
    const other = await written();
    const [mail] = await items(email.toUpperCase());
    const { id, at, ...rest } = mail;
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.ok(Math.abs(Date.now() - Date.parse(at)) < 60_000);
    assert.deepEqual(rest, {
      medium: 'EMAIL',
      tenant: slug,
      to: [email],
      subject: 'Your <code>',
      text: 'Code 481516 & https://a.test/?x=1&y=2',
      html: '<p>Code <b>481516</b></p>',
      template: 'oneTimePassword',
      state: 'waiting',
    });
    const texts = await items(phone);
    assert.deepEqual(
      texts.map(({ medium, text, subject, html }: Record<string, unknown>) => [medium, text, subject, html]),
      [['SMS', '<i>2342</i> is your password', '', null]],
    );
    const all = (await get('/dev/outbox.json')).json().items as { tenant: string; medium: string }[];
    assert.deepEqual(
      all.slice(0, 4).map(({ tenant, medium }) => [tenant, medium]),
      [
        [other.slug, 'SMS'],
        [other.slug, 'EMAIL'],
        [slug, 'SMS'],
        [slug, 'EMAIL'],
      ],
    );
    assert.deepEqual(await items('nobody@acme.test'), []);
    assert.deepEqual(await items('"'), []);
  });

  test('LOG-17 the page shows texts as text, links as links, and e-mails only in a sandboxed frame', async () => {
    const { get, items } = await open();
    const { email } = await written(
      '<html><head><title>x</title></head><body><script>parent.x=1</script></body></html>',
    );
    const page = await get(`/dev/outbox?to=${email}`);
    assert.equal(page.statusCode, 200);
    assert.match(String(page.headers['content-type']), /^text\/html/);
    assert.equal(page.headers['cache-control'], 'no-store');
    assert.match(page.body, /Your &lt;code&gt;/);
    assert.match(page.body, /href="https:\/\/a\.test\/\?x=1&amp;y=2" target="_blank" rel="noreferrer"/);
    assert.doesNotMatch(page.body, /parent\.x/);
    const [{ id }] = await items(email);
    assert.ok(page.body.includes(`<iframe src="/dev/outbox/${id}"`));
    assert.match(page.body, /sandbox="allow-popups allow-popups-to-escape-sandbox"/);
    const frame = await get(`/dev/outbox/${id}`);
    assert.match(frame.body, /<head><base target="_blank">/);
    const policy = String(frame.headers['content-security-policy']);
    assert.match(policy, /default-src 'none';.*sandbox allow-popups allow-popups-to-escape-sandbox$/);
    assert.doesNotMatch(policy, /script-src|allow-scripts|allow-same-origin/);
    const searched = await get(`/dev/outbox?to=${encodeURIComponent('"><script>')}`);
    assert.doesNotMatch(searched.body, /"><script>/);
    for (const path of ['/dev/outbox/1', `/dev/outbox/${id.replace(/.$/, 'z')}`, "/dev/outbox/'"]) {
      assert.equal((await get(path)).statusCode, 404, path);
    }
  });

  test('LOG-17 it is unavailable in production and on a server with a public address', async () => {
    const production: Record<string, string> = { NODE_ENV: 'production', METRICS_TOKEN: 'x' };
    for (const env of [production, { PUBLIC_URL: 'https://work.example.org' }]) {
      const { get } = await open(env);
      for (const path of ['/dev/outbox', '/dev/outbox.json', '/dev/outbox.js', '/dev/outbox.css']) {
        const reply = await get(path);
        assert.deepEqual([reply.statusCode, reply.json().code], [404, 'request.not_found'], path);
      }
    }
  });

  test('LOG-17 it responds to this machine only: not to another address, proxy, host name or origin', async () => {
    const { get } = await open();
    const refused: From[] = [
      { remoteAddress: '192.168.1.7' },
      { headers: { host: 'localhost:8080', 'x-forwarded-for': '127.0.0.1' } },
      { headers: { host: 'localhost:8080', forwarded: 'for=127.0.0.1' } },
      { headers: { host: 'localhost:8080', via: '1.1 proxy' } },
      { headers: { host: 'localhost:8080', 'x-real-ip': '127.0.0.1' } },
      { headers: { host: 'localhost:8080', 'x-forwarded-host': 'localhost' } },
      { headers: { host: 'localhost:8080', 'x-forwarded-proto': 'http' } },
      { headers: { host: 'rebound.example.org:8080' } },
      { headers: { host: 'localhost:8080', origin: 'http://localhost:8081' } },
    ];
    for (const path of ['/dev/outbox', '/dev/outbox.json', '/dev/outbox.js']) {
      for (const from of refused)
        assert.equal((await get(path, from)).statusCode, 404, `${path} ${JSON.stringify(from)}`);
      for (const host of ['localhost:8080', '127.0.0.1', '[::1]:8080', 'app.localhost:7311']) {
        assert.equal((await get(path, { remoteAddress: '::1', headers: { host } })).statusCode, 200, host);
      }
    }
  });
});
