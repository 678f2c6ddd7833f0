import type { Values } from '../../../../shared/contracts/shapes.contract.ts';
import {
  createFormModel,
  FORM_STEPS,
  type FormBody,
  TooManySteps,
  withinSteps,
} from '../../../../shared/forms/index.ts';
import { AppError } from '../../../platform/errors.ts';
import { publishedForm } from '../../forms/index.ts';
import { variablesOf } from '../access/task-detail.ts';
import { formOf, type TaskCall, viewerOf, visibleTask } from '../access/visible-task.ts';

/** Returns the initial values of a task's form (TSK-10); without a form, the process variables. */
export async function valuesOfTask(call: TaskCall, taskId: string): Promise<Values> {
  const task = await visibleTask(call, taskId);
  const body = await formOf(call, task);
  const known = variablesOf(task) as Values;
  return body ? startOf(call, body, known) : known;
}

/** Returns the default values of the version for new tasks. */
export async function valuesOfForm(call: TaskCall, formId: string): Promise<Values> {
  const published = await publishedForm(call.tx, { db: call.context.db, tenantId: call.session.tenantId }, formId);
  if (!published) throw new AppError('form.not_found');
  return startOf(call, published.body, {});
}

function startOf(call: TaskCall, body: FormBody, values: Values): Values {
  const { languageId } = call.session;
  const { today } = viewerOf(call);
  try {
    return withinSteps(FORM_STEPS, () => createFormModel(body, { values, languageId, today }).values.peek() as Values);
  } catch (error) {
    throw error instanceof TooManySteps ? new AppError('content.too_complex') : error;
  }
}
