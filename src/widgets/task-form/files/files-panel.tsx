import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useState } from 'react';
import type { TaskDetail } from '../../../shared/contracts/tasks.contract.ts';
import { FileBox } from '../../../shared/form-view/files/file-box.tsx';
import type { FileService } from '../../../shared/form-view/files/file-service.ts';
import { filesMessages } from '../../../shared/form-view/files/files.messages.ts';
import { attachmentField, type FileRef, type FormModel, filePlaces, textOf } from '../../../shared/forms/index.ts';
import { formatDay } from '../../../shared/locale/dates.ts';
import { dayOf } from '../../../shared/locale/days.ts';
import { timeZone, useLanguage, useMessages } from '../../../shared/locale/index.ts';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { filesOf } from './file-list.ts';

interface Props {
  readonly task: TaskDetail;
  readonly model: FormModel | null;
  readonly service: FileService;
  readonly mayAdd: boolean;
  /** Called when a file was added or removed. */
  readonly onChange: () => void;
}

/** All files of a task in one list; attachments are added and removed here. */
export function FilesPanel({ task, model, service, mayAdd, onChange }: Props): ReactNode {
  useSignals();
  const t = useMessages(filesMessages);
  const language = useLanguage();
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const files = filesOf(task, model).filter(({ id }) => !hidden.includes(id));
  const known = new Map(task.attachments.map((one) => [one.id, one]));
  const labels = new Map(
    model
      ? filePlaces(model.body, model.values.value).map(({ id, arrayName, fieldName }) => [
          id,
          textOf(attachmentField(model.body, arrayName, fieldName)?.label, language),
        ])
      : [],
  );
  const isBeside = ({ id }: FileRef) => !labels.has(id);
  const more = ({ id }: FileRef) => {
    const one = known.get(id);
    const who = one?.by && t('files.by', { name: one.by.name, date: formatDay(dayOf(one.created, timeZone.value)) });
    return [labels.get(id), who].filter(Boolean).join(' · ');
  };
  const restore = (file: FileRef) => setHidden((ids) => ids.filter((id) => id !== file.id));
  return (
    <>
      {files.length === 0 && !mayAdd && <EmptyState title={t('files.none')} />}
      <FileBox
        service={service}
        files={files}
        place={mayAdd ? { id: '', held: () => files.length, onDone: onChange } : undefined}
        control={{ id: `files-${task.id}`, label: t('files.list') }}
        moreOf={more}
        around={() => files}
        mayRemove={(file) => isBeside(file) && known.get(file.id)?.mayRemove === true}
        onRemove={(file) => setHidden((ids) => [...ids, file.id])}
        onRestore={restore}
        onGone={(file) => {
          service.remove(file.id).then(onChange, () => restore(file));
        }}
      />
    </>
  );
}
