import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { expressionOf, patternLiterals } from './pattern-literals.ts';

interface Bounded {
  /** Maximum number of characters of its input. */
  readonly most: number;
  readonly why: string;
  /**
   * Worst-case input: a prefix (optional), a repeated part, and a suffix. Without it the expression reads only our own
   * text.
   */
  readonly attack?: readonly string[];
}

const { linear, bounded } = JSON.parse(readFileSync(new URL('./patterns.json', import.meta.url), 'utf8')) as {
  readonly linear: readonly string[];
  readonly bounded: Readonly<Record<string, Bounded>>;
};

/** A regular expression can take quadratic or exponential time: 300 bytes of a picture could block the server. */
test('each regular expression of server and shared code was examined: `npm run check:patterns` examines new ones', () => {
  const known = new Set([...linear, ...Object.keys(bounded)]);
  const unexamined = [...patternLiterals()].filter(([literal]) => !known.has(literal));
  assert.deepEqual(unexamined, []);
});

test('non-linear expressions are fast with the worst input of their maximum length', () => {
  const literals = patternLiterals();
  for (const [literal, { most, attack }] of Object.entries(bounded)) {
    assert.ok(literals.has(literal), `${literal} is in no file; \`npm run check:patterns\` takes it out`);
    if (!attack) continue;
    const [end = '', pump = '', start = ''] = attack.toReversed();
    const text = start + pump.repeat(Math.floor((most - start.length - end.length) / pump.length)) + end;
    assert.ok(text.length <= most && text.length > most / 2, literal);
    const { source, flags } = expressionOf(literal);
    const before = process.threadCpuUsage().user;
    text.replace(new RegExp(source, flags), '');
    const ms = (process.threadCpuUsage().user - before) / 1000;
    assert.ok(ms < 500, `${literal}: ${ms} ms for ${text.length} characters`);
  }
});
