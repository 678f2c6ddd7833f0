import { useSignals } from '@preact/signals-react/runtime';
import { Download, RotateCcw, ScanEye, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { MEGABYTE, previewOf } from '../../contracts/file-kinds.ts';
import { formatFileSize, formatNumber, type Messages, type Translate } from '../../locale/index.ts';
import { IconButton } from '../../ui/button.tsx';
import { FileTile } from '../../ui/file-tile.tsx';
import type { filesMessages } from './files.messages.ts';
import type { Upload, UploadFault } from './uploads.ts';

type FilesText = typeof filesMessages extends Messages<infer Key> ? Translate<Key> : never;

/** A size limit as configured: `25 MB`. */
export const limitText = (bytes: number): string =>
  `${formatNumber(Math.round((bytes / MEGABYTE) * 10) / 10, {})}\u00a0MB`;

export function faultText(fault: UploadFault, t: FilesText): string {
  switch (fault.code) {
    case 'too-large':
      return t('files.tooLarge', { size: limitText(fault.limit) });
    case 'refused':
      return t('files.refused', { type: fault.type });
    case 'too-many':
      return t('files.tooMany', { count: fault.max });
    case 'empty':
      return t('files.empty');
    case 'offline':
      return t('files.offline');
    case 'answer':
      return fault.text;
  }
}

interface FileRowProps {
  readonly file: { readonly id: string; readonly fileName: string; readonly size: number };
  /** After the size: who added it and when. */
  readonly more?: string | undefined;
  readonly t: FilesText;
  readonly onPreview: () => void;
  readonly onSave: () => void;
  readonly onRemove?: (() => void) | undefined;
  /** For a table cell: the name opens the preview, which has the save button. */
  readonly isSmall?: boolean | undefined;
}

/** A stored file. */
export function FileRow({ file, more, t, onPreview, onSave, onRemove, isSmall }: FileRowProps): ReactNode {
  const { fileName, size } = file;
  const remove = onRemove && <IconButton icon={X} small label={t('files.remove', { fileName })} onClick={onRemove} />;
  if (isSmall) {
    return (
      <li className="file" data-file={file.id}>
        <FileTile fileName={fileName} />
        <button
          type="button"
          className="link cut grow"
          title={fileName}
          aria-label={t('files.preview', { fileName })}
          onClick={onPreview}
        >
          {fileName}
        </button>
        {remove}
      </li>
    );
  }
  return (
    <li className="file" data-file={file.id}>
      <FileTile fileName={fileName} />
      <span className="grow stack">
        <span className="cut" title={fileName}>
          {fileName}
        </span>
        <span className="xs muted cut">{[formatFileSize(size), more].filter(Boolean).join(' · ')}</span>
      </span>
      {previewOf(fileName) && (
        <IconButton icon={ScanEye} small label={t('files.preview', { fileName })} onClick={onPreview} />
      )}
      <IconButton icon={Download} small label={t('files.download', { fileName })} onClick={onSave} />
      {remove}
    </li>
  );
}

interface UploadRowProps {
  readonly upload: Upload;
  readonly t: FilesText;
  readonly onRetry: () => void;
  readonly onDrop: () => void;
}

/** An upload in progress, or a failed one. */
export function UploadRow({ upload, t, onRetry, onDrop }: UploadRowProps): ReactNode {
  useSignals();
  const { fileName, state } = upload;
  const isSending = state.status === 'sending';
  const percent = isSending ? Math.floor(state.share * 100) : 0;
  return (
    <li className={`file ${isSending ? '' : 'failed'}`}>
      <FileTile fileName={fileName} />
      <span className="grow stack">
        <span className="cut" title={fileName}>
          {fileName}
        </span>
        {isSending ? (
          <span className="xs muted cut">{t('files.uploading', { percent })}</span>
        ) : (
          <span className="xs tone-red">{faultText(state.fault, t)}</span>
        )}
      </span>
      {isSending && (
        <span
          className="bar"
          role="progressbar"
          aria-label={t('files.progress', { fileName })}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <i style={{ width: `${percent}%` }} />
        </span>
      )}
      {!isSending && state.canRetry && (
        <IconButton icon={RotateCcw} small label={t('files.retry', { fileName })} onClick={onRetry} />
      )}
      <IconButton
        icon={X}
        small
        label={t(isSending ? 'files.cancel' : 'files.dismiss', { fileName })}
        onClick={onDrop}
      />
    </li>
  );
}
