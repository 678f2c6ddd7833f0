import type { LanguageId } from '../contracts/constants.ts';
import { takeTyped } from '../form-view/read-typed.ts';
import { type FormModel, type FormValues, same } from '../forms/index.ts';

/** What a user has entered into a task: the values of the form and the comment. */
export interface DraftInput {
  readonly values: FormValues;
  /** Input that does not parse, by field id. */
  readonly unread: Readonly<Record<string, string>>;
  readonly comment: string;
}

export const isSameInput = (a: DraftInput, b: DraftInput): boolean =>
  a.comment === b.comment && same(a.values, b.values) && same(a.unread, b.unread);

/** Restores unparsable input into fields that are otherwise empty. */
export function putUnread(model: FormModel, unread: DraftInput['unread']): void {
  for (const [id, typed] of Object.entries(unread)) {
    const field = model.find(id);
    if (field && field.value.peek() === null && !field.readOnly.peek()) {
      takeTyped(field, typed, model.languageId.peek() as LanguageId);
    }
  }
}

/** Replaces all input by these values. */
export function resetInput(model: FormModel, values: FormValues): void {
  for (const id of model.unread.peek().keys()) model.find(id)?.set(null);
  model.fill(values);
}
