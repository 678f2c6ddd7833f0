import type { Values } from '../../../../shared/contracts/shapes.contract.ts';
import { createFormModel, type FormBody } from '../../../../shared/forms/index.ts';
import { AppError } from '../../../platform/errors.ts';
import { publishedForm } from '../../forms/index.ts';
import { variablesOf } from '../access/task-detail.ts';
import { formOf, type TaskCall, viewerOf, visibleTask } from '../access/visible-task.ts';

/** What the form of a task starts with (TSK-10); a task without a form has only what its process knows. */
export async function valuesOfTask(call: TaskCall, taskId: string): Promise<Values> {
  const task = await visibleTask(call, taskId);
  const body = await formOf(call, task);
  const known = variablesOf(task) as Values;
  return body ? startOf(call, body, known) : known;
}

/** The defaults of the version that new tasks get. */
export async function valuesOfForm(call: TaskCall, formId: string): Promise<Values> {
  const published = await publishedForm(call.tx, { db: call.context.db, tenantId: call.session.tenantId }, formId);
  if (!published) throw new AppError('form.not_found');
  return startOf(call, published.body, {});
}

function startOf(call: TaskCall, body: FormBody, values: Values): Values {
  const { languageId } = call.session;
  return createFormModel(body, { values, languageId, today: viewerOf(call).today }).values.peek() as Values;
}
