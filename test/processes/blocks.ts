import fc from 'fast-check';

/**
 * A model as a tree. The expected result follows from the tree, without tokens and joins. `held` tasks are never
 * completed; another event must cancel them.
 */
export type Block =
  | { kind: 'task' }
  | { kind: 'script' }
  | { kind: 'action' }
  | { kind: 'wait'; on: 'timer' | 'message' | 'signal' }
  | { kind: 'call' }
  | { kind: 'seq'; parts: Block[] }
  | { kind: 'xor'; branches: Block[]; choice: number }
  | { kind: 'and'; branches: Block[] }
  | { kind: 'or'; branches: Block[]; chosen: boolean[] }
  | { kind: 'race'; branches: Block[]; winner: number }
  | { kind: 'sub'; body: Block }
  | { kind: 'each'; body: Block; n: number; sequential: boolean }
  | { kind: 'some'; n: number; enough: number; sequential: boolean }
  | { kind: 'repeat'; body: Block; times: number }
  | { kind: 'back'; body: Block; times: number }
  | { kind: 'deadline'; handler: Block; fires: boolean; interrupting: boolean; joined: boolean }
  | { kind: 'timeout'; body: Block; handler: Block; fires: boolean }
  | { kind: 'error'; body: Block; handler: Block; throws: boolean; held: boolean; coded: boolean }
  | { kind: 'terminate'; body: Block }
  | { kind: 'eventSub'; body: Block; handler: Block; interrupting: boolean }
  | { kind: 'adhoc'; counts: number[]; sequential: boolean };

export interface Names {
  next: (prefix: string) => string;
}

const leaf: fc.Arbitrary<Block> = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Block>({ kind: 'task' }) },
  fc.constant<Block>({ kind: 'script' }),
  fc.constant<Block>({ kind: 'action' }),
  fc.constantFrom<Block>(
    { kind: 'wait', on: 'timer' },
    { kind: 'wait', on: 'message' },
    { kind: 'wait', on: 'signal' },
  ),
  fc.constant<Block>({ kind: 'call' }),
  fc
    .record({ n: fc.integer({ min: 1, max: 4 }), enough: fc.integer({ min: 1, max: 4 }), sequential: fc.boolean() })
    .map<Block>(({ n, enough, sequential }) => ({ kind: 'some', n, enough: Math.min(n, enough), sequential })),
  fc
    .record({
      counts: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 3 }),
      sequential: fc.boolean(),
    })
    .map<Block>((fields) => ({ kind: 'adhoc', ...fields })),
);

/** Generates random models, nested up to `depth`. */
export function blocks(depth: number): fc.Arbitrary<Block> {
  if (depth === 0) return leaf;
  const inner = blocks(depth - 1);
  const branches = fc.array(inner, { minLength: 2, maxLength: 3 });
  const small = fc.integer({ min: 0, max: 2 });
  return fc.oneof(
    { weight: 3, arbitrary: leaf },
    {
      weight: 5,
      arbitrary: fc.array(inner, { minLength: 1, maxLength: 4 }).map<Block>((parts) => ({ kind: 'seq', parts })),
    },
    {
      weight: 2,
      arbitrary: fc.record({ branches, choice: small }).map<Block>(({ branches: list, choice }) => ({
        kind: 'xor',
        branches: list,
        choice: choice % list.length,
      })),
    },
    { weight: 3, arbitrary: branches.map<Block>((list) => ({ kind: 'and', branches: list })) },
    {
      weight: 3,
      arbitrary: fc
        .record({ branches, chosen: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }) })
        .map<Block>((fields) => ({ kind: 'or', ...fields })),
    },
    fc.record({ branches, winner: small }).map<Block>(({ branches: list, winner }) => ({
      kind: 'race',
      branches: list,
      winner: winner % list.length,
    })),
    inner.map<Block>((body) => ({ kind: 'sub', body })),
    fc
      .record({ body: inner, n: fc.integer({ min: 0, max: 3 }), sequential: fc.boolean() })
      .map<Block>((fields) => ({ kind: 'each', ...fields })),
    fc
      .record({ body: inner, times: fc.integer({ min: 1, max: 3 }) })
      .map<Block>((fields) => ({ kind: 'repeat', ...fields })),
    fc
      .record({ body: inner, times: fc.integer({ min: 1, max: 3 }) })
      .map<Block>((fields) => ({ kind: 'back', ...fields })),
    fc
      .record({ handler: inner, fires: fc.boolean(), interrupting: fc.boolean(), joined: fc.boolean() })
      .map<Block>((fields) => ({ kind: 'deadline', ...fields })),
    fc
      .record({ body: inner, handler: inner, fires: fc.boolean() })
      .map<Block>((fields) => ({ kind: 'timeout', ...fields })),
    fc
      .record({ body: inner, handler: inner, throws: fc.boolean(), held: fc.boolean(), coded: fc.boolean() })
      .map<Block>((fields) => ({ kind: 'error', ...fields })),
    inner.map<Block>((body) => ({ kind: 'terminate', body })),
    fc
      .record({ body: inner, handler: inner, interrupting: fc.boolean() })
      .map<Block>((fields) => ({ kind: 'eventSub', ...fields })),
  );
}

/** Estimates the maximum number of steps of a model, to skip those that take too long. */
export function workOf(block: Block): number {
  const all = (list: Block[]) => list.reduce((sum, one) => sum + workOf(one), 1);
  switch (block.kind) {
    case 'seq':
      return all(block.parts);
    case 'xor':
    case 'and':
    case 'or':
    case 'race':
      return all(block.branches);
    case 'each':
      return 1 + block.n * workOf(block.body);
    case 'repeat':
    case 'back':
      return 1 + block.times * workOf(block.body);
    case 'sub':
    case 'terminate':
      return 2 + workOf(block.body);
    case 'deadline':
      return 2 + workOf(block.handler);
    case 'timeout':
    case 'error':
    case 'eventSub':
      return 3 + workOf(block.body) + workOf(block.handler);
    case 'some':
      return block.n;
    case 'adhoc':
      return block.counts.reduce((sum, one) => sum + one, 1);
    default:
      return 1;
  }
}
