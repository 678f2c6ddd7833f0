import { computed, signal } from '@preact/signals-core';
import { useEffect, useMemo, useState } from 'react';
import type { TaskDetail, TaskForm } from '../../shared/contracts/tasks.contract.ts';
import type { DraftKeeper } from '../../shared/form-draft/draft.store.ts';
import {
  createFileService,
  createServerLookUps,
  type FormServices,
  filesOfTask,
} from '../../shared/form-view/index.ts';
import type { FormModel } from '../../shared/forms/index.ts';
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
