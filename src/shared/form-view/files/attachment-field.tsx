import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useEffect } from 'react';
import { type AttachmentField as Field, type FieldState, type FileRef, filePlaces, textOf } from '../../forms/index.ts';
import { useMessages } from '../../locale/index.ts';
import { FieldNote } from '../../ui/field.tsx';
import { controlId, useForm } from '../form-context.ts';
import { issueText } from '../issue-text.ts';
import { FileBox } from './file-box.tsx';
import { limitText } from './file-rows.tsx';
import type { FileService } from './file-service.ts';
import { filesMessages } from './files.messages.ts';

const MAX_FILES = 10;

interface Props {
  readonly state: FieldState;
  readonly field: Field;
  readonly service: FileService;
}

/** A file field: label with the allowed types, files, and errors. */
export function AttachmentField({
  state,
  field,
  service,
  className,
}: Props & { readonly className: string }): ReactNode {
  useSignals();
  const { t, language, prefix } = useForm();
  const words = useMessages(filesMessages);
  const id = controlId(prefix, state.id);
  const label = textOf(field.label, language);
  const issue = state.shown.value;
  const error = issue ? issueText(issue, state.definition, t, language) : undefined;
  const hint = textOf(field.hint, language);
  const isReadOnly = state.readOnly.value;
  const types = [...new Set((field.accept ?? []).map((end) => end.toUpperCase()))].join(', ');
  const limits = [
    types,
    words('files.most', { count: field.maxFiles ?? MAX_FILES }),
    words('files.limit', { size: limitText(service.limitOf(field)) }),
  ];
  return (
    <div className={`field ${className}`}>
      <div className="label">
        <span>{label}</span>
        {state.required.value && !isReadOnly && (
          <span className="req" aria-hidden="true">
            *
          </span>
        )}
        {!isReadOnly && (
          <span className="opt" id={`${id}-limits`}>
            {limits.filter(Boolean).join(', ')}
          </span>
        )}
      </div>
      <FieldFiles
        state={state}
        field={field}
        service={service}
        label={label}
        describedBy={[`${id}-limits`, error || hint ? `${id}-note` : ''].filter(Boolean).join(' ')}
      />
      <FieldNote id={`${id}-note`} error={error} hint={isReadOnly ? undefined : hint} />
    </div>
  );
}

/** The same in a table cell. */
export function AttachmentCell({ state, field, service, label }: Props & { readonly label: string }): ReactNode {
  useSignals();
  const { t, language, prefix } = useForm();
  const id = controlId(prefix, state.id);
  const issue = state.shown.value;
  return (
    <>
      <FieldFiles
        state={state}
        field={field}
        service={service}
        label={label}
        describedBy={issue ? `${id}-note` : undefined}
        isSmall
      />
      {issue && <FieldNote id={`${id}-note`} error={issueText(issue, state.definition, t, language)} />}
    </>
  );
}

interface FieldFilesProps extends Props {
  readonly label: string;
  readonly describedBy: string | undefined;
  readonly isSmall?: boolean;
}

function FieldFiles({ state, field, service, label, describedBy, isSmall }: FieldFilesProps): ReactNode {
  useSignals();
  const { t, model, prefix } = useForm();
  const id = controlId(prefix, state.id);
  const filesOf = () => (Array.isArray(state.value.peek()) ? (state.value.peek() as readonly FileRef[]) : []);
  const files = Array.isArray(state.value.value) ? (state.value.value as readonly FileRef[]) : [];
  const isReadOnly = state.readOnly.value;
  const put = (next: readonly FileRef[]) => {
    state.set(next.length > 0 ? next : null);
    state.leave();
  };
  const place = {
    ...field,
    id: state.id,
    maxFiles: field.maxFiles ?? MAX_FILES,
    held: () => filesOf().length,
    onDone: (file: FileRef) => put([...filesOf(), file]),
  };
  const isSending = service.uploadsTo(place).isSending.value;
  useEffect(() => state.wait(isSending ? 'field.uploading' : null), [state, isSending]);
  if (isReadOnly && files.length === 0)
    return <span className={isSmall ? 'muted' : 'control readonly muted'}>{t('nothing')}</span>;
  return (
    <FileBox
      service={service}
      files={files}
      place={isReadOnly ? undefined : place}
      control={{ id, label, describedBy, isFault: state.shown.value !== null }}
      around={() => filePlaces(model.body, model.values.peek()).map(({ file }) => file)}
      mayRemove={() => !isReadOnly}
      onRemove={(file) => put(filesOf().filter((one) => one.id !== file.id))}
      onRestore={(file, index) => put(filesOf().toSpliced(index, 0, file))}
      // Other users' files, and those saved earlier, are removed when the form is submitted without them.
      onGone={(file) => {
        if (service.isFresh(file.id)) void service.remove(file.id).catch(() => undefined);
      }}
      isSmall={isSmall ?? false}
    />
  );
}
