import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Heights, layOut, pagesBetween, rowTops, runsOf } from './layout.rules.ts';

const HEIGHTS: Heights = { row: 50, tall: 70, head: 30 };
const row = fc.record({ group: fc.constantFrom('a', 'b', 'c'), tall: fc.boolean() });
const pages = fc.array(fc.array(row, { maxLength: 8 }), { maxLength: 12 });

test('TSK-20 every row and heading of the list has a unique position, for all pages and groups', () => {
  fc.assert(
    fc.property(pages, fc.boolean(), (list, heads) => {
      const geometry = layOut(
        list.map((rows) => ({ runs: runsOf(rows) })),
        HEIGHTS,
        heads,
      );
      const all = list.flat();
      assert.equal(geometry.rows, all.length);
      let top = 0;
      let before: string | undefined;
      let index = 0;
      for (const [page, rows] of list.entries()) {
        const tops = rowTops(
          geometry,
          page,
          rows.map(({ tall }) => tall),
          HEIGHTS,
        );
        for (const [at, { group, tall }] of rows.entries()) {
          if (heads && group !== before) top += HEIGHTS.head;
          before = group;
          assert.equal(tops[at], top, `row ${index}`);
          top += tall ? HEIGHTS.tall : HEIGHTS.row;
          index += 1;
        }
      }
      assert.equal(geometry.height, top);
      for (const [number, group] of geometry.groups.entries()) {
        const next = geometry.groups[number + 1];
        assert.equal(group.top + group.height, next ? next.top : top);
        assert.ok(all.slice(group.first, group.first + group.rows).every((one) => one.group === group.group));
      }
    }),
  );
});

test('TSK-20 the pages between two positions are found', () => {
  const three = [0, 1, 2].map(() => ({ runs: [{ group: '', rows: 10, tall: 0 }] }));
  const geometry = layOut(three, HEIGHTS, false);
  assert.deepEqual(pagesBetween(geometry, 0, 100), [0, 1]);
  assert.deepEqual(pagesBetween(geometry, 499, 501), [0, 2]);
  assert.deepEqual(pagesBetween(geometry, 1000, 9999), [2, 3]);
  assert.deepEqual(pagesBetween(layOut([], HEIGHTS, false), 0, 100), [0, 0]);
});
