import { type ReactNode, useMemo } from 'react';
import { call } from '../../shared/api/index.ts';
import type { Attachment } from '../../shared/contracts/attachments.contract.ts';
import { getRequestDocuments } from '../../shared/contracts/requests.contract.ts';
import { FileBox } from '../../shared/form-view/files/file-box.tsx';
import { PreviewHost } from '../../shared/form-view/files/preview-host.tsx';
import { createFileService, filesOfRecord } from '../../shared/form-view/index.ts';
import { LoadPart } from '../../shared/lists/load-part.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { nearDay } from './headline.ts';
import type { RequestsText } from './requests-text.ts';

interface Props {
  readonly id: string;
  readonly count: number;
  readonly t: RequestsText;
}

/** Files of the start form. */
export function DocumentsPanel({ id, count, t }: Props): ReactNode {
  return (
    <LoadPart read={(signal) => call(getRequestDocuments, { params: { id }, signal })} id={`${id} ${count}`} t={t}>
      {(files) => (files.length === 0 ? <EmptyState title={t('noDocuments')} /> : <Documents id={id} files={files} />)}
    </LoadPart>
  );
}

const nothing = () => undefined;

function Documents({ id, files }: { readonly id: string; readonly files: readonly Attachment[] }): ReactNode {
  const service = useMemo(() => createFileService(filesOfRecord(id), 0), [id]);
  const shown = files.map(({ id: fileId, fileName, size, mediaType }) => ({ id: fileId, fileName, size, mediaType }));
  const created = new Map(files.map((one) => [one.id, nearDay(one.created)]));
  return (
    <>
      <FileBox
        service={service}
        files={shown}
        moreOf={(file) => created.get(file.id)}
        around={() => shown}
        mayRemove={() => false}
        onRemove={nothing}
        onRestore={nothing}
        onGone={nothing}
      />
      <PreviewHost service={service} />
    </>
  );
}
