import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { ApiError, type call } from '../../shared/api/index.ts';
import type { Delegation } from '../../shared/contracts/delegations.contract.ts';
import type { Problem } from '../../shared/contracts/errors.ts';
import type { ChangedPeriod } from './change-notice.ts';
import { createDelegationEditor } from './delegation-editor.store.ts';

const MART = { id: 'mart.kask', key: 'mart-key', name: 'Mart Kask' };
const ANNA = { id: 'anna.tamm', key: 'anna-key', name: 'Anna Tamm' };
const saved = (id: string, startDate: string, endDate: string, more: Partial<Delegation> = {}): Delegation => ({
  id,
  userId: ANNA.id,
  delegateUserId: MART.id,
  startDate,
  endDate,
  comment: '',
  replaceVerva: true,
  replaceverva: true,
  moveOpenTasks: true,
  user: ANNA,
  delegate: MART,
  state: 'coming',
  version: 1,
  ...more,
});
const problem = (code: Problem['code'], status: number, more: Partial<Problem> & Record<string, unknown> = {}) =>
  new ApiError(code, status, {
    problem: { type: '', title: code, status, instance: '', code, ...more } as Problem,
  });

interface Request {
  readonly method: string;
  readonly path: string;
  readonly options: Record<string, unknown>;
}

/** An editor with a server that answers by method and end of path; records the requests and the `changed` calls. */
function editor(answers: Record<string, unknown> = {}, rows: Delegation[] = [saved('a', '2026-12-01', '2026-12-05')]) {
  const asked: Request[] = [];
  const changes: (readonly ChangedPeriod[])[] = [];
  const send = async (endpoint: { method: string; path: string }, options: Record<string, unknown>) => {
    asked.push({ ...endpoint, options });
    const kind = `${endpoint.method} ${endpoint.path.split('/').at(-1)}`;
    const answer = kind in answers ? answers[kind] : kind === 'GET {userId}' ? rows : null;
    const given = typeof answer === 'function' ? answer(options) : answer;
    if (given instanceof Error) throw given;
    return given;
  };
  const store = createDelegationEditor({
    send: send as unknown as typeof call,
    userId: 'me',
    personKey: ANNA.key,
    changed: (periods) => changes.push(periods),
  });
  const cards = () => (store.cards.value.status === 'ready' ? store.cards.value.cards : []);
  const requests = (kind: string) =>
    asked.filter(({ method, path }) => `${method} ${path.split('/').at(-1)}` === kind).map(({ options }) => options);
  return { store, cards, requests, changes };
}
const whole = { delegate: MART, startDate: '2026-12-21', endDate: '2027-01-03' };

beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
afterEach(() => mock.timers.reset());

test('DEL-02 add puts a new blank card first and opens it', async () => {
  const { store, cards } = editor();
  await store.load();
  store.add();
  assert.equal(cards().length, 2);
  const [first] = cards();
  assert.equal(first!.saved, null);
  assert.deepEqual(first!.draft.delegate, null);
  assert.equal(store.selected.value, first!.key);
});

test('DEL-03 one click opens a card and a second one closes it', async () => {
  const { store } = editor();
  await store.load();
  store.select('a');
  assert.equal(store.current.value?.key, 'a');
  store.select('a');
  assert.equal(store.current.value, null);
});

test('DEL-05 CONST-01 the page is notified 500 ms after the last change, once, with the current values', async () => {
  const { store, cards, changes } = editor();
  await store.load();
  store.add();
  const { key } = cards()[0]!;
  mock.timers.tick(499);
  assert.equal(changes.length, 0);
  store.change(key, { comment: 'Holi' });
  mock.timers.tick(499);
  store.change(key, { ...whole, comment: 'Holiday' });
  mock.timers.tick(499);
  assert.equal(changes.length, 0);
  mock.timers.tick(1);
  assert.equal(changes.length, 1);
  assert.deepEqual(changes[0]![0], {
    id: null,
    delegateUserId: 'mart.kask',
    startDate: '2026-12-21',
    endDate: '2027-01-03',
    comment: 'Holiday',
    replaceVerva: true,
    moveOpenTasks: true,
    valid: true,
    saved: false,
  });
  assert.deepEqual([changes[0]![1]!.id, changes[0]![1]!.saved], ['a', true]);
});

test('DEL-06 DEL-07 DEL-08 a card that overlaps, is reversed or is incomplete is not sent', async () => {
  const { store, cards, requests } = editor();
  await store.load();
  store.add();
  const { key } = cards()[0]!;
  assert.deepEqual(store.faults(cards()[0]!), {}, 'what is missing is not said before somebody tries to save');
  assert.equal(await store.save(key), false);
  assert.deepEqual(Object.keys(store.faults(cards()[0]!)), ['delegate', 'startDate', 'endDate']);
  store.change(key, { ...whole, startDate: '2026-12-05', endDate: '2026-12-06' });
  assert.deepEqual(store.faults(cards()[0]!), { startDate: 'overlap' });
  assert.equal(await store.save(key), false);
  store.change(key, { startDate: '2026-12-10' });
  assert.deepEqual(store.faults(cards()[0]!), { endDate: 'reversed' });
  assert.equal(await store.save(key), false);
  assert.deepEqual(requests('POST {userId}'), []);
});

test("DEL-01 a complete card is sent and then equals the server's", async () => {
  const { store, cards, requests } = editor({ 'POST {userId}': saved('b', '2026-12-21', '2027-01-03') });
  await store.load();
  store.add();
  const { key } = cards()[0]!;
  store.change(key, { ...whole, comment: ' Holiday ' });
  assert.equal(await store.save(key), true);
  const [{ body, ifMatch }] = requests('POST {userId}') as [{ body: Record<string, unknown>; ifMatch?: number }];
  assert.deepEqual(body, {
    id: null,
    delegateUserId: 'mart-key',
    startDate: '2026-12-21',
    endDate: '2027-01-03',
    comment: 'Holiday',
    replaceVerva: true,
    moveOpenTasks: true,
  });
  assert.equal(ifMatch, undefined);
  assert.deepEqual([cards()[0]!.saved?.id, cards()[0]!.changed, cards()[0]!.key], ['b', false, key]);
  store.change(key, { comment: 'Later' });
  await store.save(key);
  assert.deepEqual(
    [requests('POST {userId}')[1]!.ifMatch, (requests('POST {userId}')[1]!.body as { id: string }).id],
    [1, 'b'],
  );
});

test('DEL-08 after a failure the input stays, and a refusal is shown at its field until it changes', async () => {
  const refused = problem('delegation.overlap', 409, {
    errors: [{ pointer: '/startDate', code: 'delegation.overlap', title: 'overlap' }],
  });
  const { store, cards } = editor({ 'POST {userId}': refused });
  await store.load();
  store.add();
  const { key } = cards()[0]!;
  store.change(key, { ...whole, comment: 'Holiday' });
  assert.equal(await store.save(key), false);
  const failed = cards()[0]!;
  assert.equal(failed.draft.comment, 'Holiday');
  assert.deepEqual(failed.save.status === 'failed' && failed.save.fields, { startDate: 'overlap' });
  store.change(key, { startDate: '2026-12-22' });
  assert.equal(cards()[0]!.save.status, 'idle');
});

test("API-06 another user's change is reported, and saving again replaces it", async () => {
  const theirs = saved('a', '2026-12-01', '2026-12-05', { version: 4, comment: 'theirs' });
  const { store, cards, requests } = editor({
    'POST {userId}': ({ ifMatch }: { ifMatch: number }) =>
      ifMatch === 4 ? { ...theirs, comment: 'mine', version: 5 } : problem('edit.conflict', 412, { current: theirs }),
  });
  await store.load();
  store.change('a', { comment: 'mine' });
  assert.equal(await store.save('a'), false);
  assert.equal(cards()[0]!.draft.comment, 'mine');
  assert.equal(await store.save('a'), true);
  assert.equal(requests('POST {userId}').length, 2);
});

test('DEL-04 BEY-06 removing a saved card removes it on the server with ten seconds to undo; a blank one just disappears', async () => {
  const { store, cards, requests } = editor({
    'DELETE {id}': { held: { id: 'held-1', until: '2026-11-22T10:00:10.000Z' } },
  });
  await store.load();
  store.add();
  assert.equal(await store.remove(cards()[0]!.key), null);
  assert.deepEqual(requests('DELETE {id}'), []);
  assert.deepEqual(await store.remove('a'), { id: 'held-1', until: '2026-11-22T10:00:10.000Z' });
  assert.deepEqual(requests('DELETE {id}'), [{ params: { id: 'a' }, ifMatch: 1, headers: { prefer: 'undo=10' } }]);
  assert.deepEqual(cards(), []);
  await store.undo('held-1');
  assert.equal(cards().length, 1);
});

test('DEL-08 API-06 saving again after a lost response creates the same delegation, whatever else is saved in between', async () => {
  const lost = [new ApiError('network', 0), new ApiError('network', 0)];
  const kept = saved('new', whole.startDate, whole.endDate);
  const { store, cards, requests } = editor({ 'POST {userId}': () => lost.shift() ?? kept });
  await store.load();
  store.add();
  const { key } = cards()[0]!;
  store.change(key, whole);
  assert.equal(await store.save(key), false);
  store.change('a', { comment: 'Holiday' });
  await store.save('a');
  assert.equal(await store.save(key), true);
  const [first, other, second] = requests('POST {userId}').map(({ idempotencyKey }) => idempotencyKey);
  assert.equal(first, second);
  assert.notEqual(first, other);
});

test('DEL-04 a failed removal restores the card at its position', async () => {
  const { store, cards } = editor({ 'DELETE {id}': problem('edit.conflict', 412) }, [
    saved('a', '2026-12-01', '2026-12-05'),
    saved('b', '2026-12-11', '2026-12-15'),
  ]);
  await store.load();
  await assert.rejects(store.remove('a'));
  assert.deepEqual(
    cards().map(({ key }) => key),
    ['a', 'b'],
  );
});

test('BEY-01 the preview is requested once, half a second after the last change, and not for an invalid card', async () => {
  const found = { moves: 3, tasks: [], notVisible: 0, confidentialStay: 0, conflicts: [] };
  const { store, cards, requests } = editor({ 'POST preview': found });
  await store.load();
  store.add();
  const { key } = cards()[0]!;
  store.change(key, { delegate: MART });
  mock.timers.tick(1000);
  store.change(key, whole);
  store.change(key, { moveOpenTasks: false });
  mock.timers.tick(499);
  assert.equal(requests('POST preview').length, 0);
  mock.timers.tick(1);
  assert.equal(requests('POST preview').length, 1);
  await Promise.resolve();
  await Promise.resolve();
  assert.deepEqual(store.preview.value, { status: 'ready', preview: found });
  store.change(key, { endDate: '2026-01-01' });
  assert.equal(store.preview.value.status, 'none');
});

test('BEY-07 a refresh keeps input', async () => {
  const { store, cards } = editor();
  await store.load();
  store.change('a', { comment: 'typed' });
  store.add();
  await store.load();
  assert.deepEqual(
    cards().map(({ draft }) => draft.comment),
    ['', 'typed'],
  );
});

const KADRI = { id: 'kadri.magi', key: 'kadri-key', name: 'Kadri Mägi' };
const GAP = { startDate: '2026-12-28', endDate: '2026-12-30' };
const year = saved('a', '2026-12-21', '2027-01-03', { comment: 'Year-end holiday' });

/** Answers a saved period with what was sent. */
const stored = ({ body }: { body: Record<string, unknown> }) => ({
  ...saved((body.id as string | null) ?? `new ${body.startDate}`, String(body.startDate), String(body.endDate)),
  delegate: body.delegateUserId === KADRI.key ? KADRI : MART,
  version: 2,
});

test('BEY-01 DEL-06 days without cover get another delegate: the parts are saved together, the shortened period first', async () => {
  const { store, cards, requests } = editor({ 'POST {userId}': stored }, [year]);
  await store.load();
  store.select('a');
  store.cover(GAP, KADRI);
  assert.deepEqual(
    cards().map(({ draft }) => [draft.delegate?.name, draft.startDate, draft.endDate, draft.comment]),
    [
      ['Mart Kask', '2026-12-21', '2026-12-27', 'Year-end holiday'],
      ['Kadri Mägi', '2026-12-28', '2026-12-30', 'Year-end holiday'],
      ['Mart Kask', '2026-12-31', '2027-01-03', 'Year-end holiday'],
    ],
  );
  const [, open] = cards();
  assert.equal(store.selected.value, open!.key, 'the card of the days without cover is open');
  assert.equal(store.partsOf(open!), 3);
  for (const card of cards()) assert.deepEqual(store.faults(card, 'all'), {}, 'parts do not overlap');
  assert.equal(await store.save(open!.key), true);
  assert.deepEqual(
    requests('POST {userId}').map(({ body, ifMatch }) => {
      const { id, delegateUserId, startDate, endDate } = body as Record<string, unknown>;
      return [id, delegateUserId, startDate, endDate, ifMatch];
    }),
    [
      ['a', MART.key, '2026-12-21', '2026-12-27', 1],
      [null, KADRI.key, '2026-12-28', '2026-12-30', undefined],
      [null, MART.key, '2026-12-31', '2027-01-03', undefined],
    ],
  );
  assert.deepEqual(
    cards().map((card) => [card.changed, store.partsOf(card)]),
    [
      [false, 1],
      [false, 1],
      [false, 1],
    ],
  );
});

test('BEY-01 without a free colleague the card of the days is opened, and saving it asks for a delegate', async () => {
  const { store, cards, requests } = editor({ 'POST {userId}': stored }, [year]);
  await store.load();
  store.select('a');
  store.cover({ startDate: '2026-12-21', endDate: '2026-12-22' }, null);
  assert.deepEqual(
    cards().map(({ key, draft }) => [key === 'a', draft.delegate?.name, draft.startDate, draft.endDate]),
    [
      [true, 'Mart Kask', '2026-12-23', '2027-01-03'],
      [false, undefined, '2026-12-21', '2026-12-22'],
    ],
  );
  // Saving any part saves all of them, and none while one is incomplete.
  assert.equal(await store.save('a'), false);
  assert.equal(store.selected.value, cards()[1]!.key);
  assert.equal(store.faults(cards()[1]!).delegate, 'required');
  assert.deepEqual(requests('POST {userId}'), []);
});

test('BEY-01 a period that is a gap as a whole gets the other delegate; a new split part can be split again', async () => {
  const { store, cards } = editor({}, [year]);
  await store.load();
  store.select('a');
  store.cover({ startDate: '2026-12-21', endDate: '2027-01-03' }, KADRI);
  assert.deepEqual(
    cards().map(({ draft, split }) => [draft.delegate?.name, draft.startDate, split]),
    [['Kadri Mägi', '2026-12-21', null]],
  );
  store.cover(GAP, MART);
  const rest = cards()[2]!;
  store.select(rest.key);
  store.cover({ startDate: '2027-01-03', endDate: '2027-01-03' }, MART);
  assert.deepEqual(
    cards().map((card) => [card.draft.startDate, store.partsOf(card)]),
    [
      ['2026-12-21', 4],
      ['2026-12-28', 4],
      ['2026-12-31', 4],
      ['2027-01-03', 4],
    ],
  );
});

test('BEY-01 the parts of a split do not overlap with the period as it was before', async () => {
  const overlap = (from: string, until: string) => ({ code: 'overlap', params: { name: 'Mart Kask', from, until } });
  const conflicts = [overlap(year.startDate, year.endDate), overlap('2026-12-29', '2026-12-29')];
  const { store } = editor({ 'POST preview': { conflicts } }, [year, saved('b', '2026-12-29', '2026-12-29')]);
  await store.load();
  store.select('a');
  store.cover(GAP, KADRI);
  mock.timers.tick(500);
  await new Promise((done) => setImmediate(done));
  const { value: state } = store.preview;
  assert.deepEqual(state.status === 'ready' && state.preview.conflicts, [overlap('2026-12-29', '2026-12-29')]);
});

test('BEY-01 discarding one part of a split restores the period', async () => {
  const { store, cards } = editor({}, [year]);
  await store.load();
  store.select('a');
  store.cover(GAP, KADRI);
  store.discard(store.selected.value!);
  assert.deepEqual(
    cards().map(({ key, draft, changed, split }) => [key, draft.startDate, draft.endDate, changed, split]),
    [['a', '2026-12-21', '2027-01-03', false, null]],
  );
  assert.equal(store.selected.value, 'a');
});

test('BEY-01 a part that is refused is opened, and saving again sends only what is left', async () => {
  let refuses = true;
  const { store, cards, requests } = editor(
    {
      'POST {userId}': (options: { body: Record<string, unknown> }) =>
        refuses && options.body.startDate === GAP.startDate
          ? problem('delegation.delegate_disabled', 422)
          : stored(options),
    },
    [year],
  );
  await store.load();
  store.select('a');
  store.cover(GAP, KADRI);
  assert.equal(await store.save('a'), false);
  assert.equal(store.selected.value, cards()[1]!.key);
  refuses = false;
  assert.equal(await store.save('a'), true);
  assert.deepEqual(
    requests('POST {userId}').map(({ body }) => (body as { startDate: string }).startDate),
    ['2026-12-21', '2026-12-28', '2026-12-28', '2026-12-31'],
  );
});
