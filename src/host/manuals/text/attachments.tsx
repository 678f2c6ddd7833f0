import { useSignals } from '@preact/signals-react/runtime';
import { Paperclip, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { callForResponse } from '../../../shared/api/call.ts';
import { languageName } from '../../../shared/contracts/language-name.ts';
import { getManualAttachment, type ManualAttachment } from '../../../shared/contracts/manuals.contract.ts';
import { formatFileSize } from '../../../shared/locale/index.ts';
import { IconButton } from '../../../shared/ui/button.tsx';
import { FileButton } from '../../../shared/ui/file-button.tsx';
import { FileTile } from '../../../shared/ui/file-tile.tsx';
import { saveBlob } from '../../../shared/ui/save-blob.ts';
import { showProblem } from '../../../shared/ui/show-problem.ts';
import { useManual } from '../manual-context.ts';
import type { TextStore } from './text.store.ts';

interface Props {
  readonly text: TextStore;
  readonly mayWrite: boolean;
}

/** Attachments of a text, and which of them readers must open before confirming. */
export function Attachments({ text, mayWrite }: Props): ReactNode {
  useSignals();
  const { t } = useManual();
  const [sending, setSending] = useState(0);
  const files = text.attachments.value;
  const add = async (chosen: readonly File[]) => {
    for (const file of chosen) {
      setSending((count) => count + 1);
      await text.attach(file).catch(showProblem);
      setSending((count) => count - 1);
    }
  };
  return (
    <section className="card mn-files" aria-label={t('files', { language: languageName(text.languageId) })}>
      <div className="card-head">
        <h3 className="t3 grow">{t('files.title')}</h3>
        {mayWrite && (
          <FileButton
            small
            kind="ghost"
            icon={Paperclip}
            multiple
            busy={sending > 0}
            onChoose={(files) => void add(files)}
          >
            {t('files.add')}
          </FileButton>
        )}
      </div>
      {files.length === 0 ? (
        <p className="card-body s muted">{t('files.none')}</p>
      ) : (
        <ul>
          {files.map((file) => (
            <FileRow key={file.id} file={file} text={text} mayWrite={mayWrite} />
          ))}
        </ul>
      )}
    </section>
  );
}

function FileRow({ file, text, mayWrite }: Props & { readonly file: ManualAttachment }): ReactNode {
  const { t } = useManual();
  const open = async () => {
    const response = await callForResponse(getManualAttachment, { params: { id: file.id } });
    saveBlob(await response.blob(), file.fileName);
  };
  return (
    <li className="row">
      <FileTile fileName={file.fileName} />
      <button
        type="button"
        className="link s cut grow"
        title={file.fileName}
        onClick={() => void open().catch(showProblem)}
      >
        {file.fileName}
      </button>
      <span className="xs muted nowrap">{formatFileSize(file.size)}</span>
      {mayWrite ? (
        <label className="row row-6 s">
          <input
            type="checkbox"
            className="switch"
            role="switch"
            aria-checked={file.required}
            checked={file.required}
            aria-label={t('files.required.of', { name: file.fileName })}
            onChange={({ target }) => void text.require(file, target.checked).catch(showProblem)}
          />
          {t('files.required')}
        </label>
      ) : (
        file.required && <span className="badge">{t('files.required')}</span>
      )}
      {mayWrite && (
        <IconButton
          small
          icon={Trash2}
          label={t('files.remove', { name: file.fileName })}
          onClick={() => void text.detach(file).catch(showProblem)}
        />
      )}
    </li>
  );
}
