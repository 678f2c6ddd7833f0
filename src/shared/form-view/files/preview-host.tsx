import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, Suspense } from 'react';
import { useMessages } from '../../locale/index.ts';
import { containedPart } from '../../ui/contained-part.tsx';
import { showSnack } from '../../ui/snackbar.ts';
import type { FileService } from './file-service.ts';
import { filesMessages } from './files.messages.ts';

const Preview = containedPart(() => import('../../ui/preview/preview.tsx'), 'Preview');

/** Renders the preview while it is open. */
export function PreviewHost({ service }: { readonly service: FileService }): ReactNode {
  useSignals();
  const t = useMessages(filesMessages);
  if (!service.preview.showPreview.value) return null;
  const save = (file: { id: string; fileName: string }) =>
    void service
      .save(file)
      .catch(() => showSnack({ text: t('files.notSaved', { fileName: file.fileName }), color: 'red' }));
  return (
    <Suspense fallback={null}>
      <Preview state={service.preview} load={service.content} save={save} onClose={service.preview.close} />
    </Suspense>
  );
}
