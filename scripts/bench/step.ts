import type { State } from '../../src/server/modules/processes/engine/model.ts';
import { newState, step } from '../../src/server/modules/processes/engine/step.ts';
import { compile } from '../../src/server/modules/processes/import/definition.ts';
import { COMPLETION, MODEL } from './model.ts';
import { otherStep, waitingState } from './other-engine.ts';
import { type Line, ms } from './report.ts';

/** Measures the process step alone in both engines, from the JSON of one state to the JSON of the next. */
export async function measureStep(times: number): Promise<Line> {
  const compiled = await compile(MODEL);
  if (!compiled.definition) throw new Error('The model was refused.');
  const { definition } = compiled;
  const when = { at: '2026-02-03T10:00:00Z', zone: 'Europe/Tallinn' };
  const started = step(definition, newState(), { kind: 'start', id: 'start', ...when }).state;
  const item = started.items.find(({ wait }) => wait === 'user')!.id;
  const text = JSON.stringify(started);
  const event = { kind: 'taskCompleted', item, outcome: COMPLETION.outcome, vars: COMPLETION.variables } as const;
  const own = await middle(times, () =>
    JSON.stringify(step(definition, JSON.parse(text) as State, { ...event, id: 'task', ...when }).state),
  );
  const waiting = await waitingState();
  const other = await middle(times, () => otherStep(JSON.parse(waiting) as object));
  return {
    what: 'Process step alone against bpmn-engine',
    measured: (other / own).toFixed(0),
    behind: `p50 ${ms(own)} to ${ms(other)}; state ${text.length} to ${waiting.length} characters`,
  };
}

async function middle(times: number, work: () => unknown): Promise<number> {
  const spent: number[] = [];
  for (let index = 0; index < times * 2; index += 1) {
    const began = performance.now();
    await work();
    // The first half is the warm-up.
    if (index >= times) spent.push(performance.now() - began);
  }
  return spent.sort((a, b) => a - b)[Math.floor(times / 2)]!;
}
