import type { TaskForm } from '../../../../shared/contracts/tasks.contract.ts';
import { carryOver, type FormBody } from '../../../../shared/forms/index.ts';
import { formVersion } from '../../forms/index.ts';
import type { LoadedTask } from '../access/tasks.store.ts';
import type { TaskCall } from '../access/visible-task.ts';
import { readDraft } from './drafts.store.ts';

/** Returns the caller's draft. A draft for another version of the form is migrated to `body`, and the response lists the differences. */
export async function draftFor(
  { tx, context, session }: TaskCall,
  task: LoadedTask,
  body: FormBody | null,
): Promise<Pick<TaskForm, 'draft' | 'carriedOver'>> {
  const draft = await readDraft(tx, task.row.id);
  const { form_id: formId, form_number: number } = task.row;
  if (!draft || !body || formId === null || draft.formVersion === null || draft.formVersion === number)
    return { draft };
  const scope = { db: context.db, tenantId: session.tenantId };
  const old = await formVersion(tx, scope, formId, draft.formVersion);
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
