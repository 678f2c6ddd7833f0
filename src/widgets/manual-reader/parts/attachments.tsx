import { useSignals } from '@preact/signals-react/runtime';
import { Download, ScanEye } from 'lucide-react';
import { type ReactNode, Suspense, useCallback, useMemo } from 'react';
import { callForResponse } from '../../../shared/api/call.ts';
import { previewOf } from '../../../shared/contracts/file-kinds.ts';
import {
  getManualAttachment,
  type ManualAttachment,
  type ManualText,
} from '../../../shared/contracts/manuals.contract.ts';
import { useStyles } from '../../../shared/element/use-styles.ts';
import { formatFileSize } from '../../../shared/locale/numbers.ts';
import { useMessages } from '../../../shared/locale/use-messages.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { containedPart } from '../../../shared/ui/contained-part.tsx';
import { FileTile } from '../../../shared/ui/file-tile.tsx';
import { createPreviewState } from '../../../shared/ui/preview/preview.state.ts';
import { saveBlob } from '../../../shared/ui/save-blob.ts';
import { showProblem } from '../../../shared/ui/show-problem.ts';
import { StatusText } from '../../../shared/ui/status-shape.tsx';
import styles from '../../../shared/ui/styles/manual-parts.css?inline';
import type { ManualStore } from '../manual.store.ts';
import { manualPartsMessages } from './parts.messages.ts';

const Preview = containedPart(() => import('../../../shared/ui/preview/preview.tsx'), 'Preview');

interface Props {
  readonly store: ManualStore;
  readonly text: ManualText;
  /** The user still has to confirm: required attachments are marked. */
  readonly mine: boolean;
}

const contentOf = async (id: string): Promise<Blob> =>
  (await callForResponse(getManualAttachment, { params: { id } })).blob();

/** Attachments of the text; required ones are marked until opened (MAN-07). */
export function Attachments({ store, text, mine }: Props): ReactNode {
  useStyles(styles);
  useSignals();
  const t = useMessages(manualPartsMessages);
  const preview = useMemo(() => createPreviewState(), []);
  const opened = store.opened.value;
  // Counts as opened only after it has loaded.
  const load = useCallback(
    async (id: string) => {
      const content = await contentOf(id);
      void store.open(id);
      return content;
    },
    [store],
  );
  const save = async ({ id, fileName }: Pick<ManualAttachment, 'id' | 'fileName'>) => {
    try {
      saveBlob(await load(id), fileName);
    } catch (error) {
      showProblem(error);
    }
  };
  return (
    <section className="attachments" aria-labelledby="attachments-title">
      <h2 id="attachments-title">{t('attachments')}</h2>
      <ul className="stack">
        {text.attachments.map((file) => {
          const isOpened = opened.has(file.id);
          const canShow = previewOf(file.fileName) !== undefined;
          return (
            <li key={file.id} className={`file ${mine && file.required && !isOpened ? 'to-open' : ''}`}>
              <FileTile fileName={file.fileName} />
              <span className="grow stack">
                <span className="cut" title={file.fileName}>
                  {file.fileName}
                </span>
                <span className="xs muted cut">
                  {[file.required && t('required'), formatFileSize(file.size)].filter(Boolean).join(', ')}
                </span>
              </span>
              {isOpened && <StatusText status="read">{t('opened')}</StatusText>}
              <Button
                small
                icon={canShow ? ScanEye : Download}
                aria-label={t('openFile', { fileName: file.fileName })}
                onClick={() => (canShow ? preview.open(text.attachments, file.id) : void save(file))}
              >
                {t('open')}
              </Button>
            </li>
          );
        })}
      </ul>
      {preview.showPreview.value && (
        <Suspense>
          <Preview state={preview} load={load} save={(file) => void save(file)} onClose={preview.close} />
        </Suspense>
      )}
    </section>
  );
}
