import { useEffect, useMemo, useRef } from 'react';
import type { TaskForm } from '../contracts/tasks.contract.ts';
import { createFormModel, type FormBody, type FormModel } from '../forms/index.ts';
import { today } from '../locale/dates.ts';
import { language, useLanguage } from '../locale/index.ts';

/**
 * Form model of the form on screen. Recreated only for another form: a refresh, or losing the task to another user,
 * keeps the input.
 */
export function useModel(
  form: Pick<TaskForm, 'body' | 'values'> & { readonly readOnly?: boolean },
  mayAct = true,
): FormModel | null {
  const mayActAtFirst = useRef({ form, mayAct });
  if (mayActAtFirst.current.form !== form) mayActAtFirst.current = { form, mayAct };
  const model = useMemo(() => {
    if (!form.body) return null;
    return createFormModel(form.body as unknown as FormBody, {
      values: form.values,
      languageId: language.peek(),
      today: today(),
      readOnly: form.readOnly === true || !mayActAtFirst.current.mayAct,
    });
  }, [form]);
  const shown = useLanguage();
  useEffect(() => {
    if (model) model.languageId.value = shown;
  }, [model, shown]);
  return model;
}
