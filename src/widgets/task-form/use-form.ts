import { computed, signal } from '@preact/signals-core';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { TaskDetail, TaskForm } from '../../shared/contracts/tasks.contract.ts';
import {
  createFileService,
  createServerLookUps,
  type FormServices,
  filesOfTask,
} from '../../shared/form-view/index.ts';
import { createFormModel, type FormBody, type FormModel } from '../../shared/forms/index.ts';
import { today } from '../../shared/locale/dates.ts';
import { language, useLanguage } from '../../shared/locale/index.ts';
import type { DraftKeeper } from './draft/draft.store.ts';
import { filesOf } from './files/file-list.ts';

/** Services of the form and the number of files; neither renders while the user types. */
export function useServices(task: TaskDetail, form: TaskForm, model: FormModel | null) {
  const [attachments] = useState(() => signal(task.attachments));
  useEffect(() => {
    attachments.value = task.attachments;
  }, [attachments, task.attachments]);
  const files = useMemo(
    () => createFileService(filesOfTask(task.id), form.fileLimit, () => attachments.peek()),
    [task.id, form.fileLimit, attachments],
  );
  const services = useMemo<FormServices>(() => ({ files, lookUps: createServerLookUps() }), [files]);
  const fileCount = useMemo(
    () => computed(() => filesOf({ attachments: attachments.value }, model).length),
    [attachments, model],
  );
  return { files, services, fileCount: fileCount.value };
}

/** Comment being written for an outcome; part of the draft if there is one. */
export function useComment(keeper: DraftKeeper | null): { text: string; change: (text: string) => void } {
  const [own, setOwn] = useState('');
  if (!keeper) return { text: own, change: setOwn };
  return {
    text: keeper.comment.value,
    change: (text) => {
      keeper.comment.value = text;
    },
  };
}

/**
 * Form model of the task on screen. Recreated only for another form: a refresh, or losing the task to another user,
 * keeps the input.
 */
export function useModel(form: TaskForm, mayAct: boolean): FormModel | null {
  const mayActAtFirst = useRef({ form, mayAct });
  if (mayActAtFirst.current.form !== form) mayActAtFirst.current = { form, mayAct };
  const model = useMemo(() => {
    if (!form.body) return null;
    return createFormModel(form.body as unknown as FormBody, {
      values: form.values,
      languageId: language.peek(),
      today: today(),
      readOnly: form.readOnly || !mayActAtFirst.current.mayAct,
    });
  }, [form]);
  const shown = useLanguage();
  useEffect(() => {
    if (model) model.languageId.value = shown;
  }, [model, shown]);
  return model;
}
