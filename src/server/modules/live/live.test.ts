import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { addTenant, forEachDatabase, testOn } from '../../../../test/support/databases.ts';
import { as, caller, openPlatform, type Platform } from '../../../../test/support/platform.ts';
import { LIVE_CHANNEL } from '../../platform/live-channel.ts';
import { uuid7, uuid7Floor } from '../../platform/uuid.ts';
import { live } from './index.ts';

interface Event {
  readonly principal: string;
  readonly type: string;
  readonly data: unknown;
  readonly id?: string;
}

interface Stream {
  readonly status: number;
  readonly headers: Headers;
  /** Waits until the received data contains this text, and returns all of it. */
  until(text: string): Promise<string>;
  /** Waits for the end of the stream, and returns all received data. */
  end(): Promise<string>;
  close(): void;
}

forEachDatabase('live events', (db, kind) => {
  const once = testOn(kind);
  let platform: Platform;
  let url: string;
  let norden: { tenantId: number; userId: string };
  let harbour: { tenantId: number; userId: string };
  const busy = uuid7();
  const mari = uuid7();
  const open: Stream[] = [];

  before(async () => {
    norden = await addTenant(db(), 'norden');
    harbour = await addTenant(db(), 'harbour');
    await db().tenantTransaction({ tenantId: norden.tenantId, userId: null }, async (tx) => {
      await sql`INSERT INTO app_group (id, name) VALUES ('clerks', 'Clerks')`.execute(tx);
      await sql`INSERT INTO group_member (group_id, user_id) VALUES ('clerks', ${norden.userId}::uuid)`.execute(tx);
      await sql`INSERT INTO app_user (id, username, name) VALUES (${mari}::uuid, 'mari.maasikas', 'Mari Maasikas')`.execute(
        tx,
      );
      await sql`INSERT INTO delegation (user_id, delegate_user_id, start_date, end_date)
        VALUES (${norden.userId}::uuid, ${mari}::uuid, '2000-01-01', '2100-01-01')`.execute(tx);
    });
    platform = await openPlatform(db(), {
      anna: caller(norden),
      kai: caller(harbour),
      mari: caller({ ...norden, userId: mari }),
      busy: caller({ ...norden, userId: busy }),
    });
    await platform.context.live.start();
    await live(platform.app, platform.context);
    url = await platform.app.listen({ port: 0, host: '127.0.0.1' });
  });
  after(async () => {
    for (const stream of open) stream.close();
    await platform.context.live.stop();
    await platform.app.close();
  });

  async function connect(who = 'anna', query = '', headers: Record<string, string> = {}): Promise<Stream> {
    const controller = new AbortController();
    const response = await fetch(`${url}/api/live${query}`, {
      headers: { ...as(who), ...headers },
      signal: controller.signal,
    });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const read = async (isEnough: () => boolean) => {
      while (!isEnough()) {
        const { value, done } = await reader.read();
        if (done) break;
        text += value;
      }
      return text;
    };
    const stream: Stream = {
      status: response.status,
      headers: response.headers,
      until: (wanted) => read(() => text.includes(wanted)),
      end: () => read(() => false),
      close: () => controller.abort(),
    };
    open.push(stream);
    if (response.status === 200) await stream.until('retry: 3000');
    return stream;
  }

  /** Imitates the relay: inserts rows, and sends one notification with their ids. */
  async function send(tenantId: number, ...events: readonly Event[]): Promise<string[]> {
    const ids = events.map(({ id }) => id ?? uuid7());
    await db().systemTransaction(async (tx) => {
      for (const [index, { principal, type, data }] of events.entries()) {
        await sql`INSERT INTO live_event (tenant_id, id, principal, type, data)
          VALUES (${tenantId}, ${ids[index]}::uuid, ${principal}, ${type}, ${JSON.stringify(data)}::jsonb)`.execute(tx);
      }
      await sql`SELECT pg_notify(${LIVE_CHANNEL}, ${JSON.stringify({ tenantId, ids })})`.execute(tx);
    });
    return ids;
  }

  const last = (name: string): Event => ({ principal: '*', type: 'config.changed', data: { what: name } });

  once('a stream is an event stream, not cached and not buffered', async () => {
    const { status, headers } = await connect();
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'text/event-stream; charset=utf-8');
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.ok(headers.get('x-request-id'));
  });

  test('LAY-05 events reach the user, their groups and all users, and no others', async () => {
    const anna = await connect('anna');
    const kai = await connect('kai');
    await send(
      norden.tenantId,
      { principal: `u:${norden.userId}`, type: 'task.created', data: { taskId: 'own' } },
      { principal: 'g:clerks', type: 'task.created', data: { taskId: 'of the group' } },
      { principal: 'g:editors', type: 'task.created', data: { taskId: 'of another group' } },
      { principal: `u:${busy}`, type: 'task.created', data: { taskId: 'of somebody else' } },
      last('first'),
    );
    await send(harbour.tenantId, last('harbour'));
    const text = await anna.until('first');
    assert.match(text, /event: task\.created\ndata: \{"taskId":"own"\}\n\n/);
    assert.match(text, /of the group/);
    assert.doesNotMatch(text, /another group|somebody else|harbour/);
    assert.doesNotMatch(await kai.until('harbour'), /taskId|first/);
  });

  test('LAY-05 an event for two principals of a user is sent once', async () => {
    const anna = await connect();
    const data = { taskId: 'told once' };
    await send(
      norden.tenantId,
      { principal: `u:${norden.userId}`, type: 'task.changed', data },
      { principal: 'g:clerks', type: 'task.changed', data },
      last('second'),
    );
    assert.equal((await anna.until('second')).split('told once').length - 1, 1);
  });

  once('only requested types are sent, and always the end of the session', async () => {
    const anna = await connect('anna', '?types=inbox.count,%20config.changed');
    const principal = `u:${norden.userId}`;
    await send(
      norden.tenantId,
      { principal, type: 'task.created', data: { taskId: 'unwanted' } },
      { principal, type: 'inbox.count', data: { count: 3 } },
      last('third'),
    );
    const text = await anna.until('third');
    assert.match(text, /"count":3/);
    assert.doesNotMatch(text, /unwanted/);
    await send(norden.tenantId, { principal, type: 'session.revoked', data: {} });
    assert.match(await anna.end(), /event: session\.revoked\ndata: \{\}\n\nevent: bye\ndata: \{\}\n\n$/);
  });

  once('a signed-out user receives nothing more, other streams continue', async () => {
    const anna = await connect();
    const mari = await connect('mari');
    const [earlier] = await send(norden.tenantId, last('earlier'));
    await send(
      norden.tenantId,
      { principal: `u:${norden.userId}`, type: 'session.revoked', data: {} },
      { principal: 'g:clerks', type: 'task.created', data: { taskId: 'after the end' } },
      last('fifth'),
    );
    assert.doesNotMatch(await anna.end(), /after the end|fifth/);
    // Mari is Anna's delegate today and receives her events, but Mari herself is still signed in.
    assert.doesNotMatch(await mari.until('fifth'), /session\.revoked|bye/);
    const again = await connect('anna', '', { 'last-event-id': earlier! });
    await send(norden.tenantId, last('sixth'));
    assert.doesNotMatch(await again.until('sixth'), /session\.revoked/);
  });

  test('a reconnected page receives the missed events in order and once', async () => {
    const principal = `u:${norden.userId}`;
    const names = ['missed-1', 'missed-2', 'missed-3'];
    const [first] = await send(
      norden.tenantId,
      ...names.map((taskId) => ({ principal, type: 'task.created', data: { taskId } })),
      { principal: `u:${busy}`, type: 'task.created', data: { taskId: 'not mine' } },
    );
    const anna = await connect('anna', '', { 'last-event-id': first! });
    await send(norden.tenantId, last('fourth'));
    const text = await anna.until('fourth');
    assert.deepEqual(text.match(/missed-\d/g), ['missed-2', 'missed-3']);
    assert.doesNotMatch(text, /not mine|resync/);
  });

  test('LAY-05 a new page receives events from the time while it was loading', async () => {
    platform.clock.now = new Date();
    const principal = `u:${norden.userId}`;
    await send(norden.tenantId, { principal, type: 'task.ended', data: { taskId: 'while loading' } });
    const anna = await connect('anna');
    const text = await anna.until('while loading');
    // An id precedes the first event, so that a connection lost early resumes from there.
    assert.match(text, /^retry: 3000\nid: [0-9a-f-]{36}\n\n/);
    const long = uuid7Floor(Date.now() - 60_000);
    await send(norden.tenantId, { principal, type: 'task.ended', data: { taskId: 'long before' }, id: long });
    // Clients already connected receive it; after that, it is not sent to new clients.
    await anna.until('long before');
    const later = await connect('anna');
    assert.doesNotMatch(await later.until('while loading'), /long before/);
  });

  once('a page that was offline for more than an hour reloads everything', async () => {
    const anna = await connect('anna', '', { 'last-event-id': '01800000-0000-7000-8000-000000000000' });
    await anna.until('event: resync\ndata: {}');
    const strange = await connect('anna', '', { 'last-event-id': "nothing' of ours" });
    assert.equal(strange.status, 200);
  });

  once('the number of streams per user is limited, without affecting other users', async () => {
    const streams: Stream[] = [];
    while (streams.length < 12) streams.push(await connect('busy'));
    assert.ok(streams.every(({ status }) => status === 200));
    const refused = await connect('busy');
    assert.equal(refused.status, 429);
    assert.match(await refused.end(), /"code":"live\.too_many_streams"/);
    assert.equal((await connect('anna')).status, 200);
  });

  once('no stream is opened without a token', async () => {
    const response = await fetch(`${url}/api/live`);
    assert.equal(response.status, 401);
    assert.equal((await response.json()).code, 'session.missing');
  });

  once('DEL-10 a new delegate receives events of the delegator’s tasks at once, and none after the end', async () => {
    const delegate = (replace: boolean, removed: boolean) =>
      db().tenantTransaction({ tenantId: norden.tenantId, userId: null }, (tx) =>
        sql`UPDATE delegation SET replace_verva = ${replace}, removed_at = ${removed ? new Date() : null}`.execute(tx),
      );
    const changed: Event = { principal: `u:${mari}`, type: 'delegation.changed', data: { id: uuid7() } };
    const ofAnna = (taskId: string): Event => ({
      principal: `u:${norden.userId}`,
      type: 'task.created',
      data: { taskId },
    });
    await delegate(false, false);
    const stream = await connect('mari');
    await send(norden.tenantId, ofAnna('moved nowhere'), last('told only'));
    assert.doesNotMatch(await stream.until('told only'), /moved nowhere/);
    await delegate(true, false);
    await send(norden.tenantId, changed, ofAnna('now mine'), last('begun'));
    assert.match(await stream.until('begun'), /now mine/);
    await delegate(true, true);
    await send(norden.tenantId, changed, ofAnna('hers again'), last('over'));
    assert.doesNotMatch(await stream.until('over'), /hers again/);
    await delegate(true, false);
  });

  once('a stopping server announces it', async () => {
    const anna = await connect();
    await platform.context.live.stop();
    assert.match(await anna.end(), /event: bye\ndata: \{\}\n\n$/);
  });
});
