import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compile } from '../../src/server/modules/processes/import/definition.ts';
import { randomFrom } from '../support/random.ts';
import { type Block, blocks, workOf } from './blocks.ts';
import { draw } from './draw.ts';
import { drive } from './drive.ts';

/** Generates, compiles and drives one random model, and compares the result with its tree. */
export async function checkModel(tree: Block, seed: number): Promise<number> {
  const drawn = draw(tree);
  const { definition, problems } = await compile(drawn.xml);
  assert.ok(definition, `it compiles: ${JSON.stringify(problems)}`);
  const { state, done, events } = drive(definition, drawn, randomFrom(seed));
  assert.equal(state.status, 'completed');
  assert.deepEqual([...done].sort(), [...drawn.expected].sort());
  return events;
}

/** Checks `models` generated models. Fails with the smallest failing one. `seed` repeats a run. */
export async function checkModels(models: number, seed?: number): Promise<{ models: number; events: number }> {
  let events = 0;
  const tree = blocks(3).filter((block) => workOf(block) <= 120);
  await fc.assert(
    fc.asyncProperty(tree, fc.integer(), async (block, order) => {
      events += await checkModel(block, order);
    }),
    { numRuns: models, ...(seed === undefined ? {} : { seed }) },
  );
  return { models, events };
}
