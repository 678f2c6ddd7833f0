import type { Draft, TaskForm } from '../../../shared/contracts/tasks.contract.ts';
import { carryOver, type FormBody } from '../../../shared/forms/index.ts';
import type { Caller } from '../../platform/caller.ts';
import { formVersion } from '../forms/index.ts';

/** The version of a form that is shown; null without a form. */
interface ShownForm {
  readonly id: string | null;
  readonly number: number | null;
  readonly body: FormBody | null;
}

/** Returns the draft. A draft for another version of the form is migrated to `body`, and the response lists the differences. */
export async function carriedOver(
  { tx, context, session }: Caller,
  draft: Draft | null,
  { id, number, body }: ShownForm,
): Promise<Pick<TaskForm, 'draft' | 'carriedOver'>> {
  if (!draft || !body || id === null || draft.formVersion === null || draft.formVersion === number) return { draft };
  const scope = { db: context.db, tenantId: session.tenantId };
  const old = await formVersion(tx, scope, id, draft.formVersion);
  if (!old) return { draft };
  const { values, differences } = carryOver(old, body, draft.values);
  const base = carryOver(old, body, draft.base).values;
  return {
    draft: { ...draft, values: { ...values }, base: { ...base } },
    carriedOver: differences.map(({ label, answers, ...one }) => ({
      ...one,
      label: { ...label },
      answers: [...answers],
    })),
  };
}
