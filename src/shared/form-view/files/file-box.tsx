import { useSignals } from '@preact/signals-react/runtime';
import { Paperclip } from 'lucide-react';
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { UNDO_MS } from '../../contracts/constants.ts';
import { FILE_KINDS } from '../../contracts/file-kinds.ts';
import { useStyles } from '../../element/use-styles.ts';
import type { FileRef } from '../../forms/index.ts';
import { useMessages } from '../../locale/index.ts';
import { Button } from '../../ui/button.tsx';
import type { PreviewFile } from '../../ui/preview/preview.state.ts';
import { dismissSnack, showSnack } from '../../ui/snackbar.ts';
import styles from '../../ui/styles/files.css?inline';
import { FileRow, faultText, UploadRow } from './file-rows.tsx';
import type { FileService, UploadPlace } from './file-service.ts';
import { filesMessages } from './files.messages.ts';
import type { Uploads } from './uploads.ts';

export interface FileBoxProps {
  readonly service: FileService;
  readonly files: readonly FileRef[];
  /** Where uploads go; undefined: read-only. */
  readonly place?: UploadPlace | undefined;
  /** Id, label (without a visible one) and description of the add button. */
  readonly control?: {
    readonly id: string;
    readonly label?: string;
    readonly describedBy?: string | undefined;
    readonly isFault?: boolean;
  };
  readonly moreOf?: (file: FileRef) => string | undefined;
  /** The list that the preview's arrow keys move through. */
  readonly around: () => readonly PreviewFile[];
  readonly mayRemove: (file: FileRef) => boolean;
  /** Removes a file; undoing puts it back in its position. */
  readonly onRemove: (file: FileRef) => void;
  readonly onRestore: (file: FileRef, index: number) => void;
  /** Called when the removal can no longer be undone. */
  readonly onGone: (file: FileRef) => void;
  readonly isSmall?: boolean;
}

/**
 * Files of one field: added by button, drag and drop or paste; previewed, saved, and removed with ten seconds to undo.
 */
export function FileBox(props: FileBoxProps): ReactNode {
  useSignals();
  useStyles(styles);
  const { service, files, place, control, moreOf, around, mayRemove, isSmall } = props;
  const t = useMessages(filesMessages);
  const box = useRef<HTMLFieldSetElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const uploads =
    place &&
    service.uploadsTo({
      ...place,
      onDone: (file) => {
        place.onDone(file);
        setAnnouncement(t('files.uploaded', { fileName: file.fileName }));
      },
    });
  const list = uploads?.list.value ?? [];
  useFaults(uploads, (fileName, fault) =>
    setAnnouncement(t('files.failed', { fileName, reason: faultText(fault, t) })),
  );

  const focusButton = () =>
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('.drop button')?.focus());
  const take = (chosen: FileList | null | undefined) => {
    if (chosen && chosen.length > 0) uploads?.add([...chosen]);
  };
  const remove = (file: FileRef) => {
    const index = files.findIndex(({ id }) => id === file.id);
    props.onRemove(file);
    focusButton();
    const text = t('files.removed', { fileName: file.fileName });
    setAnnouncement(text);
    const gone = setTimeout(() => props.onGone(file), UNDO_MS);
    const snack = showSnack({
      text,
      color: 'inverse',
      timeout: UNDO_MS,
      action: {
        label: t('files.undo'),
        onSelect: () => {
          clearTimeout(gone);
          dismissSnack(snack);
          props.onRestore(file, index);
        },
      },
    });
  };
  const save = (file: FileRef) =>
    void service
      .save(file)
      .catch(() => showSnack({ text: t('files.notSaved', { fileName: file.fileName }), color: 'red' }));
  const onDrag = (event: DragEvent, over: boolean) => {
    if (!uploads || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    // Moving onto a child of the box does not count as leaving it.
    if (over || !box.current?.contains(event.relatedTarget as Node | null)) setOver(over);
  };
  return (
    <fieldset
      ref={box}
      className={`files-box ${isOver ? 'over' : ''} ${isSmall ? 'small' : ''}`}
      aria-label={control?.label}
      onDragEnter={(event) => onDrag(event, true)}
      onDragOver={(event) => onDrag(event, true)}
      onDragLeave={(event) => onDrag(event, false)}
      onDrop={(event) => {
        onDrag(event, false);
        setOver(false);
        take(event.dataTransfer.files);
      }}
      onPaste={(event) => {
        if (event.clipboardData.files.length === 0 || !uploads) return;
        event.preventDefault();
        take(event.clipboardData.files);
      }}
    >
      {(files.length > 0 || list.length > 0) && (
        <ul className="files">
          {files.map((file) => (
            <FileRow
              key={file.id}
              file={file}
              more={moreOf?.(file)}
              t={t}
              isSmall={isSmall}
              onPreview={() => service.preview.open(around(), file.id)}
              onSave={() => save(file)}
              onRemove={mayRemove(file) ? () => remove(file) : undefined}
            />
          ))}
          {list.map((upload) => (
            <UploadRow
              key={upload.key}
              upload={upload}
              t={t}
              onRetry={() => uploads?.retry(upload.key)}
              onDrop={() => {
                if (upload.state.status === 'sending')
                  setAnnouncement(t('files.cancelled', { fileName: upload.fileName }));
                uploads?.drop(upload.key);
                focusButton();
              }}
            />
          ))}
        </ul>
      )}
      {uploads && (
        <div className="file drop">
          <Button
            id={control?.id}
            kind="ghost"
            small
            icon={Paperclip}
            aria-label={control?.label && t('files.addTo', { attribute: control.label })}
            title={isSmall ? t('files.add') : undefined}
            aria-describedby={control?.describedBy}
            data-fault={control?.isFault ? true : undefined}
            onClick={() => input.current?.click()}
          >
            <span>{t('files.add')}</span>
          </Button>
          {!isSmall && (
            <span className="xs muted cut" aria-hidden="true">
              {t(isOver ? 'files.dropNow' : 'files.drop')}
            </span>
          )}
          <input
            ref={input}
            type="file"
            hidden
            multiple={place?.maxFiles !== 1}
            accept={(place?.accept ?? Object.keys(FILE_KINDS)).map((end) => `.${end}`).join(',')}
            onChange={(event) => {
              take(event.target.files);
              // Allows choosing the same file again.
              event.target.value = '';
            }}
          />
        </div>
      )}
      <span className="sr" role="status">
        {announcement}
      </span>
    </fieldset>
  );
}

/** Reports each failed upload once. */
function useFaults(
  uploads: Uploads | undefined,
  report: (
    fileName: string,
    fault: Extract<Uploads['list']['value'][number]['state'], { status: 'failed' }>['fault'],
  ) => void,
): void {
  const reported = useRef(new Set<string>());
  const failed = (uploads?.list.value ?? []).filter(
    ({ key, state }) => state.status === 'failed' && !reported.current.has(key),
  );
  const latest = useRef(report);
  latest.current = report;
  useEffect(() => {
    for (const { key, fileName, state } of failed) {
      reported.current.add(key);
      if (state.status === 'failed') latest.current(fileName, state.fault);
    }
  });
}
