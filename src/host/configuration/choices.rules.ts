import type { ConfigPlan, ConfigStep } from '../../shared/contracts/config.contract.ts';

/** The chosen versions by `keyOf`; without a choice the action of the step decides. */
export type Choices = ReadonlyMap<string, 'file' | 'here'>;

export const keyOf = ({ kind, key }: Pick<ConfigStep, 'kind' | 'key'>): string => `${kind}/${key}`;

/** What applying does with a step now. */
export function effectOf(step: ConfigStep, choices: Choices): 'applied' | 'kept' | 'open' {
  const choice = choices.get(keyOf(step));
  if (choice !== undefined) return choice === 'file' ? 'applied' : 'kept';
  if (step.action === 'conflict') return 'open';
  return step.action === 'keep' ? 'kept' : 'applied';
}

/** How many steps are applied, how many conflicts have no choice, and how many steps that would be applied have faults. */
export function stateOf({ steps, faults }: Pick<ConfigPlan, 'steps' | 'faults'>, choices: Choices) {
  const faulty = new Set(faults.map(keyOf));
  const effects = steps.map((step) => ({ effect: effectOf(step, choices), isFaulty: faulty.has(keyOf(step)) }));
  return {
    applied: effects.filter(({ effect }) => effect === 'applied').length,
    open: effects.filter(({ effect }) => effect === 'open').length,
    faulty: effects.filter(({ effect, isFaulty }) => isFaulty && effect === 'applied').length,
  };
}
