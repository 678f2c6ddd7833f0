import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomFrom } from '../../../../test/support/random.ts';
import { canonicalText, type Json, type JsonObject } from './canonical.rules.ts';
import { differencesOf, isObject, mergeValues } from './merge.rules.ts';

const TRIPLES = 2000;

/** One edit of a value: the path, and the value after it. */
type Edits = ReadonlyMap<string, Json | undefined>;

/** The reference: edits by path, of which two disagree when one is at or below the other. */
function editsOf(
  base: Json | undefined,
  edited: Json | undefined,
  path = '',
  found = new Map<string, Json | undefined>(),
): Edits {
  if (JSON.stringify(sorted(base)) === JSON.stringify(sorted(edited))) return found;
  if (isObject(base) && isObject(edited)) {
    for (const name of new Set([...Object.keys(base), ...Object.keys(edited)]))
      editsOf(base[name], edited[name], `${path}/${name}`, found);
    return found;
  }
  return found.set(path, edited);
}

const sorted = (value: Json | undefined): unknown =>
  isObject(value)
    ? {
        members: Object.entries(value)
          .sort()
          .map(([name, one]) => [name, sorted(one)]),
      }
    : value;

function referenceConflicts(ours: Edits, theirs: Edits): string[] {
  const found = new Set<string>();
  for (const [mine, value] of ours) {
    for (const [other, wanted] of theirs) {
      const isAgreed = mine === other && JSON.stringify(sorted(value)) === JSON.stringify(sorted(wanted));
      if (mine === other ? !isAgreed : mine.startsWith(`${other}/`) || other.startsWith(`${mine}/`)) {
        found.add(mine.length < other.length ? mine : other);
      }
    }
  }
  return [...found].sort();
}

function edit(base: Json, edits: Edits): Json | undefined {
  let value = structuredClone(base) as Json | undefined;
  for (const [path, wanted] of edits) {
    const names = path.split('/').slice(1);
    const last = names.pop();
    if (last === undefined) value = wanted;
    else {
      const holder = names.reduce((at, name) => at[name] as Record<string, Json>, value as Record<string, Json>);
      if (wanted === undefined) delete holder[last];
      else holder[last] = wanted;
    }
  }
  return value;
}

const below = randomFrom(20261127);
const random = (): number => below(1_000_000) / 1_000_000;
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;

function draw(depth: number): Json {
  if (depth === 0 || random() < 0.3) return pick<Json>([1, 2, 'a', 'b', null, true, [], ['a'], ['a', 'b']]);
  const names = ['a', 'b', 'c', 'd'].filter(() => random() < 0.6);
  return Object.fromEntries(names.map((name) => [name, draw(depth - 1)]));
}

/** The value with some members changed, added and removed. */
function redraw(value: Json, depth: number): Json {
  if (!isObject(value) || random() < 0.05) return random() < 0.5 ? value : draw(depth);
  const kept = Object.entries(value).filter(() => random() > 0.1);
  const changed = kept.map(([name, member]) => [name, random() < 0.4 ? redraw(member, depth - 1) : member] as const);
  return { ...Object.fromEntries(changed), ...(random() < 0.15 ? { [pick(['a', 'e'])]: draw(1) } : {}) };
}

test('BEY-22 2,000 random edits of both sides merge as by a reference, and no edit is lost silently', () => {
  let conflicts = 0;
  for (let count = 0; count < TRIPLES; count += 1) {
    const base = draw(3);
    const [ours, theirs] = [redraw(base, 3), redraw(base, 3)];
    const [mine, other] = [editsOf(base, ours), editsOf(base, theirs)];
    const wanted = referenceConflicts(mine, other);
    const merged = mergeValues(base, ours, theirs);
    const shown = JSON.stringify([base, ours, theirs]);
    assert.deepEqual([...(merged.conflicts ?? [])].sort(), wanted, shown);
    if (merged.conflicts) {
      conflicts += 1;
      continue;
    }
    const expected = edit(edit(base, mine)!, other);
    assert.deepEqual(sorted(merged.value), sorted(expected), shown);
    for (const [path, value] of [...mine, ...other])
      assert.deepEqual(sorted(at(merged.value!, path)), sorted(value), shown);
  }
  assert.ok(conflicts > TRIPLES / 10 && conflicts < (TRIPLES * 9) / 10, String(conflicts));
});

const at = (value: Json, path: string): Json | undefined =>
  path
    .split('/')
    .slice(1)
    .reduce<Json | undefined>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);

test('BEY-22 lists merge by their items only while these are the same ones in the same order', () => {
  const [a, b] = [
    { id: 'a', n: 1 },
    { id: 'b', n: 1 },
  ];
  const base = { list: [a, b] };
  assert.deepEqual(mergeValues(base, { list: [{ ...a, n: 2 }, b] }, { list: [a, { ...b, n: 3 }] }), {
    value: {
      list: [
        { id: 'a', n: 2 },
        { id: 'b', n: 3 },
      ],
    },
  });
  assert.deepEqual(mergeValues(base, { list: [{ ...a, n: 2 }, b] }, { list: [b, a] }), { conflicts: ['/list'] });
  assert.deepEqual(mergeValues(base, { list: [{ ...a, n: 2 }, b] }, { list: [{ ...a, n: 3 }, b] }), {
    conflicts: ['/list/0/n'],
  });
  assert.deepEqual(mergeValues({ list: [1, 2] }, { list: [1, 3] }, { list: [2, 2] }), { conflicts: ['/list'] });
});

test('differences name the smallest parts, and names are escaped', () => {
  const before = { 'a/b': 1, list: [{ key: 'x', n: 1 }], same: { deep: true } } as JsonObject;
  const after = { 'a/b': 2, list: [{ key: 'x', n: 2 }], same: { deep: true }, new: null } as JsonObject;
  assert.deepEqual(differencesOf(before, after), [
    { pointer: '/a~1b', before: 1, after: 2 },
    { pointer: '/list/0/n', before: 1, after: 2 },
    { pointer: '/new', before: undefined, after: null },
  ]);
  assert.deepEqual(differencesOf([1], [2], '/x'), [{ pointer: '/x', before: [1], after: [2] }]);
});

test('a member called __proto__ is merged like any other', () => {
  const base = JSON.parse('{"a": 1}');
  const merged = mergeValues(base, JSON.parse('{"a": 1, "__proto__": {"x": 1}}'), JSON.parse('{"a": 2}'));
  assert.equal(
    canonicalText((merged as { value: Json }).value),
    '{\n  "__proto__": {\n    "x": 1\n  },\n  "a": 2\n}\n',
  );
});
