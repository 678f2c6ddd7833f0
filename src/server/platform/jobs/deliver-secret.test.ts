import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { addTenant, onDatabase } from '../../../../test/support/databases.ts';
import { createJobs, type Delivery } from '../jobs.ts';
import { createMailer } from '../mail.ts';
import { enqueue, type OutboxPayloads } from '../outbox.ts';
import { createSmsGateway } from '../sms.ts';
import { deliverMail, noteMailFailure } from './deliver-mail.ts';
import { deliverSms, noteSmsFailure } from './deliver-sms.ts';

const CODE = '481516';
const MAIL = {
  to: 'ann@example.org',
  subject: 'Password recovery in Verva',
  text: `Your code: ${CODE}`,
  html: `<b>${CODE}</b>`,
  secret: true,
} as const;
const SMS = { to: '+3725551234', text: `${CODE} is your password`, secret: true } as const;

/** An SMTP server that accepts every mail, or refuses every one. */
async function smtp(refuses = false) {
  const mails: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, callback) {
      let text = '';
      stream.on('data', (chunk) => (text += chunk));
      stream.on('end', () => {
        callback(refuses ? Object.assign(new Error('No.'), { responseCode: 550 }) : null);
        mails.push(text);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'verva@example.org' });
  const close = async () => {
    mailer.close();
    await new Promise<void>((resolve) => server.close(resolve));
  };
  return { mails, mailer, close };
}

/** An SMS gateway that responds with this status and repeats what it received. */
async function gateway(status: number, location?: string) {
  const requests: { headers: IncomingHttpHeaders; body: unknown }[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    requests.push({ headers: request.headers, body: JSON.parse(text) });
    response.writeHead(status, location ? { location } : {}).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/texts?account=7`;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { requests, url, sms: createSmsGateway({ url, token: 'token of the gateway' }), close };
}

onDatabase('what is secret in the outbox', (db) => {
  const clock = () => new Date();

  async function written<Topic extends 'mail' | 'sms'>(slug: string, topic: Topic, payload: OutboxPayloads[Topic]) {
    const { tenantId, userId } = await addTenant(db(), slug);
    await db().tenantTransaction({ tenantId, userId }, (tx) => enqueue(tx, topic, payload));
    const { id } = await db().systemTransaction((tx) =>
      tx.selectFrom('outbox').select('id').where('tenant_id', '=', tenantId).executeTakeFirstOrThrow(),
    );
    const info = { id, tenantId, attempt: 1, signal: new AbortController().signal };
    const row = () =>
      db().systemTransaction((tx) =>
        tx.selectFrom('outbox').select(['payload', 'error']).where('id', '=', id).executeTakeFirstOrThrow(),
      );
    return { data: { outboxId: id }, info, tenantId, row, payload: async () => (await row()).payload };
  }

  test('LOG-17 an e-mail with a code is sent complete, and its row keeps only recipient and subject', async () => {
    const server = await smtp();
    const { data, info, payload } = await written('secret-sent', 'mail', MAIL);
    await deliverMail(db(), { mailer: server.mailer }, clock, data, info);
    assert.equal(server.mails.length, 1);
    assert.match(server.mails[0]!, new RegExp(`Your code: ${CODE}`));
    assert.match(server.mails[0]!, new RegExp(`<b>${CODE}</b>`));
    assert.deepEqual(await payload(), { to: MAIL.to, subject: MAIL.subject, text: '', secret: true });
    await deliverMail(db(), { mailer: server.mailer }, clock, data, info);
    assert.equal(server.mails.length, 1, 'an emptied mail is not sent');
    await server.close();
  });

  test('LOG-17 a code is removed when its e-mail is given up, and without an SMTP server', async () => {
    const server = await smtp(true);
    const refused = await written('secret-refused', 'mail', MAIL);
    await assert.rejects(deliverMail(db(), { mailer: server.mailer }, clock, refused.data, refused.info), /550/);
    assert.deepEqual(await refused.payload(), MAIL, 'the next attempt needs it');
    await noteMailFailure(db(), {}, refused.data, refused.tenantId, '550 No.');
    assert.doesNotMatch(JSON.stringify(await refused.row()), new RegExp(CODE));
    await server.close();

    const stored = await written('secret-stored', 'mail', MAIL);
    await deliverMail(db(), {}, clock, stored.data, stored.info);
    assert.doesNotMatch(JSON.stringify(await stored.row()), new RegExp(CODE));
  });

  test('LOG-17 development keeps codes for reading, and an e-mail without a secret is kept everywhere', async () => {
    const kept = await written('secret-kept', 'mail', MAIL);
    await deliverMail(db(), { keepsSecrets: true }, clock, kept.data, kept.info);
    await noteMailFailure(db(), { keepsSecrets: true }, kept.data, kept.tenantId, 'No.');
    assert.deepEqual(await kept.payload(), MAIL);
    const plain = {
      to: 'ann@example.org',
      subject: 'A task',
      text: 'There is a task.',
      html: '<p>There is a task.</p>',
    };
    const open = await written('secret-none', 'mail', plain);
    await deliverMail(db(), {}, clock, open.data, open.info);
    assert.deepEqual(await open.payload(), plain);
  });

  test('LOG-15 a text message goes to the gateway once, with its token, and is cleared', async () => {
    const { sms, requests, close } = await gateway(202);
    const { data, info, payload } = await written('sms-sent', 'sms', SMS);
    await deliverSms(db(), { sms }, data, info);
    await deliverSms(db(), { sms }, data, info);
    assert.equal(requests.length, 1);
    assert.deepEqual(requests[0]!.body, { to: SMS.to, text: SMS.text, id: data.outboxId });
    assert.equal(requests[0]!.headers.authorization, 'Bearer token of the gateway');
    assert.equal(requests[0]!.headers['idempotency-key'], data.outboxId);
    assert.deepEqual(await payload(), { to: SMS.to, text: '', secret: true });
    await close();
  });

  test('LOG-15 a gateway that fails or redirects is retried, and its response is not repeated', async () => {
    const elsewhere = await gateway(200);
    for (const failing of [await gateway(500), await gateway(307, elsewhere.url)]) {
      const { data, info, payload, row, tenantId } = await written(`sms-${failing.url.slice(17, 22)}`, 'sms', SMS);
      const failure = await deliverSms(db(), { sms: failing.sms }, data, info).then(
        () => assert.fail('it was not sent'),
        (error: Error) => error.message,
      );
      assert.match(failure, /^The SMS gateway responded with status (500|307)\.$/);
      assert.deepEqual(await payload(), SMS);
      await noteSmsFailure(db(), {}, data, tenantId, failure);
      assert.deepEqual(await row(), { payload: { to: SMS.to, text: '', secret: true }, error: failure });
      await failing.close();
    }
    assert.equal(elsewhere.requests.length, 0);
    await elsewhere.close();
  });

  test('LOG-17 neither the log nor the job queue ever contains a code, also when sending fails', async () => {
    const server = await smtp(true);
    const failing = await gateway(500);
    const { tenantId, userId } = await addTenant(db(), 'secret-log');
    let logged = '';
    const refusals = Promise.withResolvers<void>();
    const log = pino(
      { level: 'trace' },
      {
        write(line: string) {
          logged += line;
          if (/"job":"mail"/.test(logged) && /"job":"sms"/.test(logged)) refusals.resolve();
        },
      },
    );
    const delivery: Delivery = { mailer: server.mailer, sms: failing.sms, pollSeconds: 0.5 };
    const jobs = createJobs(db(), log, clock, delivery);
    await jobs.start();
    await db().tenantTransaction({ tenantId, userId }, async (tx) => {
      await enqueue(tx, 'mail', MAIL);
      await enqueue(tx, 'sms', SMS);
    });
    await refusals.promise;
    await jobs.stop();
    const { rows } = await db().systemTransaction((tx) =>
      sql`SELECT * FROM pgboss.job WHERE name IN ('mail', 'sms')`.execute(tx),
    );
    assert.ok(rows.length >= 2);
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(CODE));
    assert.match(logged, /job failed/);
    assert.doesNotMatch(logged, new RegExp(CODE));
    assert.doesNotMatch(logged, /token of the gateway|account=7/);
    await Promise.all([server.close(), failing.close()]);
  });
});
