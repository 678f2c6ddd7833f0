import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ListFields } from '../../shared/contracts/endpoint.ts';
import { AppError } from './errors.ts';
import { cursorOf, type FilterContext, parseList } from './filters.ts';
import type { Condition } from './list-query.ts';

const FIELDS: ListFields = {
  fields: {
    name: { type: 'text', sortable: true },
    status: { type: 'key' },
    assignee: { type: 'person' },
    priority: { type: 'number', sortable: true },
    startsOn: { type: 'day', sortable: true },
    due: { type: 'instant', sortable: true },
    unread: { type: 'boolean' },
    groups: { type: 'keys' },
    'data.serial': { type: 'text' },
  },
  defaultSort: 'due',
};
const ME = '019aa5d0-0000-7000-8000-000000000001';
/** Saturday in UTC; in Tallinn it is already Sunday. */
const ASKING: FilterContext = { timeZone: 'Europe/Tallinn', now: new Date('2026-11-21T23:30:00Z'), userId: ME };

const parse = (query: string, asking = ASKING) => parseList(query, FIELDS, asking);
const only = (query: string, asking = ASKING): Condition => {
  const { conditions } = parse(query, asking);
  assert.equal(conditions.length, 1);
  return conditions[0]!;
};
const at = (text: string) => new Date(text);

function refusal(query: string): { code: string; pointer: string | undefined; allowed: unknown } {
  try {
    parse(query);
  } catch (error) {
    assert.ok(error instanceof AppError, String(error));
    return { code: error.code, pointer: error.extra.errors?.[0]?.pointer, allowed: error.params.allowed };
  }
  return assert.fail(`${query} was accepted`);
}

test('FIL-01 every operator of the grammar is parsed', () => {
  const text = { field: 'name', type: 'text' };
  assert.deepEqual(only('name=like:Foo'), { ...text, test: 'contains', value: 'Foo' });
  assert.deepEqual(only('name=ilike:Foo'), { ...text, test: 'contains', value: 'Foo' });
  assert.deepEqual(only('name=nlike:Foo'), { ...text, test: 'notContains', value: 'Foo' });
  assert.deepEqual(only('name=eq:Foo'), { ...text, test: 'eq', value: 'Foo' });
  assert.deepEqual(only('name=neq:Foo'), { ...text, test: 'neq', value: 'Foo' });
  assert.deepEqual(only('name=startWith:Foo'), { ...text, test: 'startsWith', value: 'Foo' });
  assert.deepEqual(only('name=endWith:Foo'), { ...text, test: 'endsWith', value: 'Foo' });
  const number = { field: 'priority', type: 'number' };
  for (const operator of ['lt', 'lte', 'gt', 'gte'] as const) {
    assert.deepEqual(only(`priority=${operator}:-2.5`), { ...number, test: operator, value: -2.5 });
  }
  assert.deepEqual(only('priority=inrange:1,3'), { ...number, test: 'between', from: 1, to: 3 });
  assert.deepEqual(only('priority=in:1,3'), { ...number, test: 'in', values: [1, 3], orBlank: false });
  assert.deepEqual(only('unread=eq:true'), { field: 'unread', type: 'boolean', test: 'eq', value: true });
  assert.deepEqual(only('data.serial=eq:A1'), { field: 'data.serial', type: 'text', test: 'eq', value: 'A1' });
});

test('FIL-01 conditions are combined, and one field may occur several times', () => {
  const { conditions } = parse('priority=gte:1&priority=lt:3&status=eq:open');
  assert.deepEqual(
    conditions.map(({ field, test }) => [field, test]),
    [
      ['priority', 'gte'],
      ['priority', 'lt'],
      ['status', 'eq'],
    ],
  );
  assert.equal(refusal(Array.from({ length: 21 }, () => 'name=eq:x').join('&')).code, 'filter.too_many');
});

test('FIL-02 a blank value and two quotes mean no value', () => {
  for (const blank of ['', "''", '%27%27']) {
    assert.deepEqual(only(`name=eq:${blank}`), { field: 'name', type: 'text', test: 'blank' });
    assert.deepEqual(only(`name=neq:${blank}`), { field: 'name', type: 'text', test: 'notBlank' });
    assert.equal(refusal(`name=like:${blank}`).code, 'filter.bad_value');
    assert.equal(refusal(`priority=lt:${blank}`).code, 'filter.bad_value');
  }
  assert.deepEqual(only('status=in:open,emptyValue'), {
    field: 'status',
    type: 'key',
    test: 'in',
    values: ['open'],
    orBlank: true,
  });
  assert.deepEqual(only('status=eq:emptyValue'), { field: 'status', type: 'key', test: 'blank' });
});

test('FIL-04 a range includes both ends, and either may be missing', () => {
  const day = { field: 'startsOn', type: 'day', test: 'between' };
  assert.deepEqual(only('startsOn=inrange:2026-01-01,2026-01-31'), { ...day, from: '2026-01-01', to: '2026-01-31' });
  assert.deepEqual(only('startsOn=inrange:,2026-01-31'), { ...day, to: '2026-01-31' });
  assert.deepEqual(only('startsOn=inrange:2026-01-01,'), { ...day, from: '2026-01-01' });
  assert.deepEqual(only('due=inrange:2026-01-01,2026-01-31'), {
    field: 'due',
    type: 'instant',
    test: 'between',
    from: at('2025-12-31T22:00:00Z'),
    before: at('2026-01-31T22:00:00Z'),
  });
  for (const bad of ['priority=inrange:1', 'priority=inrange:,', 'priority=inrange:a,b', 'priority=inrange:1,2,3']) {
    assert.equal(refusal(bad).code, 'filter.bad_value', bad);
  }
});

test('FIL-01 percent signs, pluses, colons and escaped commas are preserved', () => {
  assert.equal((only('name=eq:a%20b+c%2Bd') as { value: string }).value, 'a b c+d');
  assert.equal((only('name=eq:a:b=c') as { value: string }).value, 'a:b=c');
  assert.deepEqual((only('name=in:a%5C,b,c%5C%5Cd') as { values: unknown }).values, ['a,b', 'c\\d']);
  assert.equal((only('name=like:50%25_') as { value: string }).value, '50%_');
});

test('FIL-01 unknown input is refused with the parameter and the allowed values', () => {
  assert.deepEqual(refusal('colour=eq:red'), {
    code: 'filter.unknown_field',
    pointer: '?colour',
    allowed: Object.keys(FIELDS.fields).join(', '),
  });
  assert.deepEqual(refusal('unread=like:x'), {
    code: 'filter.unknown_operator',
    pointer: '?unread',
    allowed: 'eq, neq',
  });
  for (const name of ['__proto__', 'constructor', 'toString']) {
    assert.equal(refusal(`${name}=eq:1`).code, 'filter.unknown_field', name);
    assert.equal(refusal(`sort=${name}`).code, 'sort.unknown_field', name);
  }
  for (const query of ['name=Foo', 'name', 'name=eq:%00', 'name=eq:%E0%A4%A', '%ff=eq:1']) {
    assert.equal(refusal(query).code, 'filter.malformed', query);
  }
});

test('FIL-01 a value of the wrong type is refused', () => {
  for (const query of [
    'priority=eq:high',
    'priority=eq:1e3',
    'priority=eq:0x10',
    'priority=eq:12345678901234567890',
    'unread=eq:1',
    'startsOn=eq:2026-02-30',
    'startsOn=eq:21.11.2026',
    'startsOn=in:thisweek,2026-01-01',
    'due=eq:2026-11-21T25:00:00Z',
    'due=eq:2026-11-21T10:00:00',
    `name=eq:${'x'.repeat(501)}`,
    `name=in:${Array.from({ length: 201 }, (_, index) => index).join(',')}`,
    'limit=0',
    'limit=201',
    'limit=ten',
    'count=perhaps',
    `q=${'x'.repeat(201)}`,
  ]) {
    assert.equal(refusal(query).code, 'filter.bad_value', query);
  }
});

test('FIL-01 users are named by username, key, or me', () => {
  const person = { field: 'assignee', type: 'person', test: 'person', orBlank: false };
  assert.deepEqual(only('assignee=eq:me'), { ...person, people: [{ key: ME }] });
  assert.deepEqual(only('assignee=eq:Anna.Tamm'), { ...person, people: [{ username: 'anna.tamm' }] });
  assert.deepEqual(only('assignee=eq:me%2Breports'), { ...person, people: [{ key: ME }, { reportsOf: ME }] });
  assert.deepEqual(only('assignee=in:me,emptyValue'), { ...person, people: [{ key: ME }], orBlank: true });
  assert.deepEqual(only(`assignee=neq:${ME.toUpperCase()}`), { ...person, test: 'notPerson', people: [{ key: ME }] });
});

test('FIL-04 relative days are days of the organisation, not of UTC', () => {
  const day = (value: string, asking = ASKING) => {
    const { from, to } = only(`startsOn=eq:${value}`, asking) as { from?: unknown; to?: unknown };
    return [from, to];
  };
  assert.deepEqual(day('today'), ['2026-11-22', '2026-11-22']);
  assert.deepEqual(day('today', { ...ASKING, timeZone: 'UTC' }), ['2026-11-21', '2026-11-21']);
  assert.deepEqual(day('today', { ...ASKING, timeZone: 'Pacific/Honolulu' }), ['2026-11-21', '2026-11-21']);
  assert.deepEqual(day('today%2B7'), ['2026-11-29', '2026-11-29']);
  assert.deepEqual(day('today+7'), ['2026-11-29', '2026-11-29']);
  assert.deepEqual(day('today-22'), ['2026-10-31', '2026-10-31']);
  // Weeks begin on Monday, and Sunday ends one.
  assert.deepEqual(day('thisweek'), ['2026-11-16', '2026-11-22']);
  assert.deepEqual(day('nextweek'), ['2026-11-23', '2026-11-29']);
  assert.deepEqual(day('thismonth'), ['2026-11-01', '2026-11-30']);
  assert.deepEqual(day('nextmonth'), ['2026-12-01', '2026-12-31']);
  assert.deepEqual(day('nextmonth', { ...ASKING, now: at('2026-01-31T12:00:00Z') }), ['2026-02-01', '2026-02-28']);
});

test('FIL-04 a day of an instant is that whole day, also when clocks change', () => {
  const span = (query: string, asking = ASKING) => {
    const { field: _f, type: _t, ...rest } = only(query, asking);
    return rest;
  };
  // Estonia: 29 March 2026 has 23 hours, 25 October 2026 has 25.
  assert.deepEqual(span('due=eq:2026-03-29'), {
    test: 'between',
    from: at('2026-03-28T22:00:00Z'),
    before: at('2026-03-29T21:00:00Z'),
  });
  assert.deepEqual(span('due=eq:2026-10-25'), {
    test: 'between',
    from: at('2026-10-24T21:00:00Z'),
    before: at('2026-10-25T22:00:00Z'),
  });
  // In Beirut the clocks go forward at midnight: 29 March 2026 begins at 01:00.
  assert.deepEqual(span('due=gte:2026-03-29', { ...ASKING, timeZone: 'Asia/Beirut' }), {
    test: 'gte',
    value: at('2026-03-28T22:00:00Z'),
  });
  assert.deepEqual(span('due=lt:2026-11-21'), { test: 'lt', value: at('2026-11-20T22:00:00Z') });
  assert.deepEqual(span('due=lte:2026-11-21'), { test: 'lt', value: at('2026-11-21T22:00:00Z') });
  assert.deepEqual(span('due=gt:2026-11-21'), { test: 'gte', value: at('2026-11-21T22:00:00Z') });
  assert.deepEqual(span('due=gte:2026-11-21T10:00:00%2B02:00'), { test: 'gte', value: at('2026-11-21T08:00:00Z') });
});

test('sort and page are parsed beside the conditions', () => {
  assert.deepEqual(parse('').sort, [{ field: 'due', direction: 'asc' }]);
  assert.deepEqual(parse('sort=priority:desc,name').sort, [
    { field: 'priority', direction: 'desc' },
    { field: 'name', direction: 'asc' },
  ]);
  assert.equal(parse('').limit, 50);
  assert.equal(parse('limit=200').limit, 200);
  assert.equal(parse('count=true').count, true);
  assert.equal(parse('q=+permit+').q, 'permit');
  for (const sort of ['status', 'due:up', 'due:asc:asc', 'nothing', '', 'due,name,priority,startsOn']) {
    const { code, pointer } = refusal(`sort=${sort}`);
    assert.deepEqual([code, pointer], ['sort.unknown_field', '?sort'], sort);
  }
});

test('a cursor belongs to the filters and the sort it was created with', () => {
  const query = 'status=eq:open&sort=due:desc';
  const position = { id: ME, values: ['2026-11-21T10:00:00.000Z', null, 3] };
  const cursor = cursorOf(parse(query), position);
  assert.deepEqual(parse(`${query}&after=${cursor}`).after, position);
  assert.deepEqual(parse(`limit=7&before=${cursor}&${query}`).before, position);
  for (const other of ['status=eq:done&sort=due:desc', 'status=eq:open', `${query}&q=permit`]) {
    assert.deepEqual(refusal(`${other}&after=${cursor}`), {
      code: 'page.cursor_mismatch',
      pointer: '?after',
      allowed: undefined,
    });
  }
  for (const broken of ['AAAA', '%25', '', cursor.slice(0, -3), Buffer.from('[{}]').toString('base64url')]) {
    assert.equal(refusal(`${query}&after=${broken}`).code, 'page.cursor_mismatch', broken);
  }
});

test('FIL-01 any query string is parsed or refused with a code', () => {
  const operator = fc.constantFrom('like', 'eq', 'neq', 'lt', 'gte', 'inrange', 'in', 'startWith', '', 'resembles');
  const name = fc.oneof(
    fc.constantFrom(...Object.keys(FIELDS.fields), 'sort', 'limit', 'after', 'q', 'count'),
    fc.string(),
  );
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('today+99999', 'today-99999', '9999-12-31', '0000-01-01', ',', '\\', "''", '%', '%00', '-0'),
  );
  const pair = fc
    .tuple(name, operator, value, fc.boolean())
    .map(
      ([field, test, text, encodes]) =>
        `${field}=${test}:${encodes && text.isWellFormed() ? encodeURIComponent(text) : text}`,
    );
  const zone = fc.constantFrom('Europe/Tallinn', 'UTC', 'Asia/Beirut', 'Pacific/Apia', 'America/St_Johns');
  const query = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pair, { maxLength: 25 }).map((pairs) => pairs.join('&')),
  );
  fc.assert(
    fc.property(query, zone, (text, timeZone) => {
      try {
        const list = parse(text, { ...ASKING, timeZone });
        assert.ok(list.limit >= 1 && list.limit <= 200);
        for (const { field } of [...list.conditions, ...list.sort]) assert.ok(Object.hasOwn(FIELDS.fields, field));
      } catch (error) {
        assert.ok(error instanceof AppError, `${JSON.stringify(text)}: ${error}`);
        assert.ok(error.status < 500);
      }
    }),
    { numRuns: 3000 },
  );
});
