import type { FormOutcome } from '../../../shared/forms/index.ts';
import type { Builder } from '../builder-context.ts';
import { freeName } from '../edits/keys.ts';
import { updateForm } from '../edits/member-edits.ts';

/** Appends an outcome with a unique id. */
export function addOutcome({ store, t }: Builder): void {
  const outcomes = store.body.peek().outcomes ?? [];
  const ids = new Set(outcomes.map(({ id }) => id));
  const outcome: FormOutcome = {
    id: freeName('outcome', ids),
    label: { [store.languageId.peek()]: `${t('outcome.add')} ${outcomes.length + 1}` },
    ...(outcomes.length === 0 && { style: 'primary' as const }),
  };
  store.apply(updateForm({ outcomes: [...outcomes, outcome] }));
}
