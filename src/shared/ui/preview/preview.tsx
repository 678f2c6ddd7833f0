import { useSignals } from '@preact/signals-react/runtime';
import { ChevronLeft, ChevronRight, Download, RotateCw, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { previewOf } from '../../contracts/file-kinds.ts';
import { useStyles } from '../../element/use-styles.ts';
import { useMessages } from '../../locale/use-messages.ts';
import { Button, IconButton } from '../button.tsx';
import { EmptyState } from '../empty-state.tsx';
import { FileTile } from '../file-tile.tsx';
import styles from '../styles/preview.css?inline';
import { ImageView } from './image-view.tsx';
import type { Pdf } from './pdf.ts';
import { PdfView } from './pdf-view.tsx';
import { previewMessages } from './preview.messages.ts';
import type { PreviewFile, PreviewState } from './preview.state.ts';
import type { PreviewText } from './preview-text.ts';
import '../styles/parts-sheet.ts';

interface Props {
  readonly state: PreviewState;
  /** Loads the content with the user's session. */
  readonly load: (id: string) => Promise<Blob>;
  /** Saves the file to the user's device; reports failures itself. */
  readonly save: (file: PreviewFile) => void;
  readonly onClose: () => void;
}

type Shown =
  | { readonly status: 'loading' }
  | { readonly status: 'none' }
  | { readonly status: 'no-pdf' }
  | { readonly status: 'image'; readonly url: string }
  | { readonly status: 'pdf'; readonly pdf: Pdf };

const ZOOMS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];

/** Full-page file preview (LAY-11): arrow keys move through the list, Escape closes. */
export function Preview({ state, load, save, onClose }: Props): ReactNode {
  useSignals();
  useStyles(styles);
  const t = useMessages(previewMessages);
  const dialog = useRef<HTMLDialogElement>(null);
  const file = state.selectedAttachment.value;
  const files = state.currentAttachments.value;
  const [zoom, setZoom] = useState(1);
  const [rotation, setRotation] = useState(0);
  const [body, size] = useSize();
  const [shown, markBroken] = useContent(file, load);

  // A layout effect: its cleanup runs before the element leaves the document, so that the focus can return.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.focus();
    return () => element?.close();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file starts over
  useEffect(() => {
    setZoom(1);
    setRotation(0);
  }, [file]);
  if (!file) return null;

  const at = files.findIndex(({ id }) => id === file.id);
  const canTurn = shown.status === 'image' || shown.status === 'pdf';
  const zoomBy = (by: 1 | -1) => setZoom((now) => ZOOMS[ZOOMS.indexOf(now) + by] ?? now);
  const turn = () => setRotation((now) => (now + 90) % 360);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!press(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  /** Handles a key; returns whether it did. */
  const press = (key: string): boolean => {
    if (key === 'ArrowLeft' || key === 'ArrowRight') {
      state.step(key === 'ArrowLeft' ? -1 : 1);
      // A focused element inside the document is about to be removed; without a focus, keys would be lost.
      if (dialog.current?.querySelector('.preview-body :focus')) dialog.current.focus();
    } else if (!canTurn) return false;
    else if (key === '+' || key === '=') zoomBy(1);
    else if (key === '-') zoomBy(-1);
    else if (key === '0') setZoom(1);
    else if (key === 'r') turn();
    else return false;
    return true;
  };
  return (
    <dialog
      ref={dialog}
      className="preview"
      aria-label={t('title', { fileName: file.fileName })}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={onClose}
    >
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a part of the dialog, not a landmark of the page */}
      <header role="none">
        <FileTile fileName={file.fileName} />
        <h2 className="t3 cut grow">{file.fileName}</h2>
        {canTurn && (
          <div className="tools row row-4">
            <IconButton icon={ZoomOut} label={t('zoomOut')} blocked={zoom === ZOOMS[0]} onClick={() => zoomBy(-1)} />
            <Button kind="ghost" className="zoom" title={t('fit')} onClick={() => setZoom(1)}>
              {t('percent', { percent: Math.round(zoom * 100) })}
            </Button>
            <IconButton icon={ZoomIn} label={t('zoomIn')} blocked={zoom === ZOOMS.at(-1)} onClick={() => zoomBy(1)} />
            <IconButton icon={RotateCw} label={t('rotate')} onClick={turn} />
          </div>
        )}
        <IconButton icon={Download} label={t('download')} onClick={() => save(file)} />
        <IconButton icon={X} label={t('close')} onClick={onClose} />
      </header>
      <div className="preview-body" ref={body} aria-busy={shown.status === 'loading'}>
        <Content
          file={file}
          shown={shown}
          zoom={zoom}
          rotation={rotation}
          size={size}
          t={t}
          onBroken={markBroken}
          onSave={() => save(file)}
        />
      </div>
      {files.length > 1 && (
        <footer role="none">
          <IconButton icon={ChevronLeft} label={t('previous')} blocked={at <= 0} onClick={() => state.step(-1)} />
          <span className="s">{t('position', { position: at + 1, count: files.length })}</span>
          <IconButton
            icon={ChevronRight}
            label={t('next')}
            blocked={at >= files.length - 1}
            onClick={() => state.step(1)}
          />
        </footer>
      )}
      <span className="sr" role="status">
        {files.length > 1 && `${file.fileName}, ${t('position', { position: at + 1, count: files.length })}`}
      </span>
    </dialog>
  );
}

interface ContentProps {
  readonly file: PreviewFile;
  readonly shown: Shown;
  readonly zoom: number;
  readonly rotation: number;
  readonly size: { readonly width: number; readonly height: number };
  readonly t: PreviewText;
  readonly onBroken: () => void;
  readonly onSave: () => void;
}

function Content({ file, shown, zoom, rotation, size, t, onBroken, onSave }: ContentProps): ReactNode {
  switch (shown.status) {
    case 'loading':
      return (
        <div className="centred">
          <span className="spin" />
          <span className="sr">{t('loading')}</span>
        </div>
      );
    case 'image':
      return (
        <ImageView
          url={shown.url}
          fileName={file.fileName}
          zoom={zoom}
          rotation={rotation}
          label={t('document')}
          onBroken={onBroken}
          {...size}
        />
      );
    case 'pdf':
      return <PdfView pdf={shown.pdf} zoom={zoom} rotation={rotation} width={size.width} t={t} />;
    case 'none':
    case 'no-pdf':
      return (
        <div className="centred" role="alert">
          <EmptyState title={t(shown.status === 'none' ? 'none' : 'noPdf')}>
            <Button icon={Download} onClick={onSave}>
              {t('download')}
            </Button>
          </EmptyState>
        </div>
      );
  }
}

/** Loads the content of a file for display; releases it when the file changes. */
function useContent(file: PreviewFile | null, load: (id: string) => Promise<Blob>): [Shown, () => void] {
  const [shown, setShown] = useState<Shown>({ status: 'loading' });
  useEffect(() => {
    let isGone = false;
    let release = () => {};
    setShown({ status: 'loading' });
    const show = (next: Shown, end = () => {}) => {
      if (isGone) return end();
      release = end;
      setShown(next);
    };
    const kind = file ? previewOf(file.fileName) : undefined;
    if (!file || !kind) show({ status: 'none' });
    else
      load(file.id)
        .then(async (content) => {
          if (kind === 'image') {
            const url = URL.createObjectURL(content);
            return show({ status: 'image', url }, () => URL.revokeObjectURL(url));
          }
          const { pdf, close } = await import('./pdf.ts').then((part) => part.openPdf(content));
          show({ status: 'pdf', pdf }, close);
        })
        // After any failure the file can still be saved.
        .catch(() => show({ status: kind === 'pdf' ? 'no-pdf' : 'none' }));
    return () => {
      isGone = true;
      release();
    };
  }, [file, load]);
  return [shown, () => setShown({ status: 'none' })];
}

function useSize(): [(element: HTMLElement | null) => void, { width: number; height: number }] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    if (!element) return;
    const watch = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    watch.observe(element);
    return () => watch.disconnect();
  }, [element]);
  return [setElement, size];
}
