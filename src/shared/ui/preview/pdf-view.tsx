import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { Pdf, PdfPage } from './pdf.ts';
import type { PreviewText } from './preview-text.ts';

interface Props {
  readonly pdf: Pdf;
  /** Relative to the width that fits. */
  readonly zoom: number;
  /** Degrees, in quarter turns. */
  readonly rotation: number;
  readonly width: number;
  readonly t: PreviewText;
}

const GAP = 48;
const THUMBNAIL = 84;

/** All pages one below the other, rendered when near, with a list of pages next to them. */
export function PdfView({ pdf, zoom, rotation, width, t }: Props): ReactNode {
  const scroller = useRef<HTMLElement>(null);
  const [current, setCurrent] = useState(1);
  const numbers = [...Array(pdf.numPages).keys()].map((index) => index + 1);
  const hasList = pdf.numPages > 1 && width > 640;
  const room = Math.max(120, width - GAP - (hasList ? THUMBNAIL + 44 : 0));
  return (
    <div className="pdf">
      {hasList && (
        <nav className="pdf-list" aria-label={t('pages')}>
          <ol>
            {numbers.map((number) => (
              <li key={number}>
                <button
                  type="button"
                  aria-label={t('page', { page: number })}
                  aria-current={number === current ? 'page' : undefined}
                  onClick={() => {
                    const page = scroller.current?.querySelector(`[data-page="${number}"]`);
                    page?.scrollIntoView({ block: 'start' });
                  }}
                >
                  <Page pdf={pdf} number={number} width={THUMBNAIL} rotation={rotation} isSmall />
                  <span className="xs">{number}</span>
                </button>
              </li>
            ))}
          </ol>
        </nav>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section className="pdf-pages" ref={scroller} tabIndex={0} aria-label={t('document')}>
        {numbers.map((number) => (
          <Page
            key={number}
            pdf={pdf}
            number={number}
            width={Math.min(room, 1000) * zoom}
            rotation={rotation}
            label={t('pageOf', { page: number, count: pdf.numPages })}
            onCurrent={() => setCurrent(number)}
          />
        ))}
      </section>
    </div>
  );
}

interface PageProps {
  readonly pdf: Pdf;
  readonly number: number;
  readonly width: number;
  readonly rotation: number;
  readonly label?: string;
  readonly isSmall?: boolean;
  readonly onCurrent?: () => void;
}

/** One page at the requested size. Distant pages hold no pixels. */
function Page({ pdf, number, width, rotation, label, isSmall, onCurrent }: PageProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const isNear = useNear(frame, onCurrent);
  const [page, setPage] = useState<PdfPage | null>(null);
  const [text, setText] = useState('');
  useEffect(() => {
    if (!isNear || page) return;
    let isGone = false;
    void pdf.getPage(number).then((found) => {
      if (!isGone) setPage(found);
    });
    return () => {
      isGone = true;
    };
  }, [pdf, number, isNear, page]);

  // Screen readers cannot read canvases.
  useEffect(() => {
    if (!page || isSmall) return;
    let isGone = false;
    page.getTextContent().then(
      ({ items }) => {
        if (!isGone) setText(items.map((item) => ('str' in item ? item.str : '')).join(' '));
      },
      // The document was closed, or has no readable text; the image is still shown.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [page, isSmall]);

  const turned = page?.getViewport({ scale: 1, rotation: (page.rotate + rotation) % 360 });
  const height = turned
    ? (width * turned.height) / turned.width
    : rotation % 180 === 0
      ? width * Math.SQRT2
      : width / Math.SQRT2;
  useEffect(() => {
    const target = canvas.current;
    if (!page || !target || !isNear) return;
    const turn = (page.rotate + rotation) % 360;
    const natural = page.getViewport({ scale: 1, rotation: turn });
    const viewport = page.getViewport({ scale: (width / natural.width) * devicePixelRatio, rotation: turn });
    target.width = Math.round(viewport.width);
    target.height = Math.round(viewport.height);
    const drawing = page.render({ canvas: target, viewport });
    drawing.promise.catch(() => undefined);
    return () => {
      drawing.cancel();
      target.width = 0;
    };
  }, [page, isNear, width, rotation]);
  return (
    <div className="pdf-page" ref={frame} data-page={isSmall ? undefined : number} style={{ width, height }}>
      <canvas ref={canvas} role={label ? 'img' : undefined} aria-label={label} aria-hidden={label ? undefined : true} />
      {text && <p className="sr">{text}</p>}
    </div>
  );
}

/** Whether the page is on screen or close to it; reports when it reaches the middle. */
function useNear(element: RefObject<HTMLElement | null>, onCurrent: (() => void) | undefined): boolean {
  const [isNear, setNear] = useState(false);
  const reportCurrent = useRef(onCurrent);
  reportCurrent.current = onCurrent;
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const near = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      rootMargin: '400px',
    });
    const middle = new IntersectionObserver(([entry]) => entry?.isIntersecting && reportCurrent.current?.(), {
      rootMargin: '-50% 0px -49% 0px',
    });
    near.observe(target);
    middle.observe(target);
    return () => {
      near.disconnect();
      middle.disconnect();
    };
  }, [element]);
  return isNear;
}
