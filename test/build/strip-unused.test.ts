import assert from 'node:assert/strict';
import { test } from 'node:test';
import { removeExcluded } from '../../build/excluded-modules.ts';
import { unavailable } from '../../build/strip-unused.ts';

/** Runs the exported functions of a file after parts were removed. */
function run(code: string, leftOut: Partial<Parameters<typeof removeExcluded>[2]>) {
  const exports: Record<string, (...args: unknown[]) => unknown> = {};
  const lean = removeExcluded(code, 'x.js', { exports: [], ...leftOut });
  new Function('exports', `"use strict";${lean}`)(exports);
  return { exports, lean };
}

const KINDS = `
  exports.name = function (fiber) {
    switch (fiber.tag) {
      case 5:
      case 27:
        return 'host';
      case 31:
        var activity = 'activity';
        return activity;
      case 26:
        fiber.note = 'hoisted';
      case 7:
        activity = 'fragment';
      case 30:
        return activity + (26 !== fiber.tag && 7 === fiber.tag ? '' : ' and others');
      default:
        return 'none';
    }
  };`;

test('an excluded kind is removed with code that only it reaches; cases that others fall through to stay', () => {
  const { exports, lean } = run(KINDS, { kinds: [26, 27, 30, 31] });
  assert.equal(exports.name?.({ tag: 5 }), 'host');
  assert.equal(exports.name?.({ tag: 7 }), 'fragment');
  assert.equal(exports.name?.({ tag: 30 }), 'none');
  assert.doesNotMatch(lean, /hoisted|case 27|case 31|26 !==/);
});

test('constants are inlined, and assignments keep their side effects', () => {
  const code = `
    var isHydrating = false, calls = 0;
    function begin() { calls += 1; return true; }
    function events() { calls += 10; }
    exports.start = function (state, isHydrating) {
      isHydrating = begin();
      events();
      return [isHydrating, state.dehydrated, (state.lanes & 3) === state.lanes, calls];
    };
    exports.hooks = { useA: begin, useB: begin };
    exports.hydrate = begin;`;
  const { exports } = run(code, {
    exports: ['hydrate'],
    variables: { isHydrating: '!1' },
    members: { dehydrated: 'null' },
    expressions: { '(state.lanes & 3) === state.lanes': '!1' },
    bodies: { events: '' },
    properties: ['useA'],
  });
  assert.deepEqual(exports.start?.({ dehydrated: 1, lanes: 1 }), [false, null, false, 1]);
  assert.deepEqual(Object.keys(exports.hooks ?? {}), ['useB']);
  assert.equal(exports.hydrate, undefined);
});

test('another version of the library fails the build', () => {
  assert.throws(() => run('var a = 1;', { exports: ['hydrateRoot'], bodies: { gone: '' } }), /hydrateRoot, gone/);
});

test('code that uses an excluded part of React is found', () => {
  assert.equal(unavailable('let [a, start] = (0, e.useTransition)()'), 'useTransition');
  assert.equal(unavailable('e.useState(1), e.useId(), e.memo(x)'), undefined);
});
