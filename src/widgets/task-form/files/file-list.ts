import type { TaskDetail } from '../../../shared/contracts/tasks.contract.ts';
import { attachmentField, type FileRef, type FormModel, filePlaces } from '../../../shared/forms/index.ts';

/** Files of a task: those in the form as currently filled in, then its attachments. */
export function filesOf(task: Pick<TaskDetail, 'attachments'>, model: FormModel | null): readonly FileRef[] {
  const inForm = model ? filePlaces(model.body, model.values.value).map(({ file }) => file) : [];
  const beside = task.attachments.filter(
    ({ id, arrayName, fieldName }) =>
      !(model && attachmentField(model.body, arrayName, fieldName)) && !inForm.some((file) => file.id === id),
  );
  return [...inForm, ...beside];
}
