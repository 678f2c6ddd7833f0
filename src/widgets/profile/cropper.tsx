import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { type Crop, dragged, within, ZOOM_MAX } from './crop.rules.ts';
import { drawCrop } from './picture.ts';
import type { ProfileText } from './profile-text.ts';

interface Props {
  readonly picture: ImageBitmap;
  readonly crop: Crop;
  readonly onCrop: (crop: Crop) => void;
  readonly t: ProfileText;
}

/** Twice the size on screen, for high-resolution displays. */
const CANVAS_PX = 320;
const KEY_STEP = 0.05;
const WHEEL_STEP = 1.0015;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [KEY_STEP, 0],
  ArrowRight: [-KEY_STEP, 0],
  ArrowUp: [0, KEY_STEP],
  ArrowDown: [0, -KEY_STEP],
};

/** Crops an image to a square: moved by pointer or arrow keys, zoomed by wheel, pinch or slider. */
export function Cropper({ picture, crop, onCrop, t }: Props): ReactNode {
  const area = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const zoomId = useId();

  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop);
  }, [picture, crop]);

  // React registers wheel listeners as passive, and the page would scroll too.
  const latest = useRef({ crop, onCrop });
  latest.current = { crop, onCrop };
  useEffect(() => {
    const element = area.current;
    const zoom = (event: WheelEvent) => {
      event.preventDefault();
      const { crop: now, onCrop: reportCrop } = latest.current;
      reportCrop(within(picture, { ...now, zoom: now.zoom * WHEEL_STEP ** -event.deltaY }));
    };
    element?.addEventListener('wheel', zoom, { passive: false });
    return () => element?.removeEventListener('wheel', zoom);
  }, [picture]);

  const move = (event: PointerEvent<HTMLDivElement>) => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const { width, height } = event.currentTarget.getBoundingClientRect();
    const other = [...pointers.current.entries()].find(([id]) => id !== event.pointerId)?.[1];
    pointers.current.set(event.pointerId, now);
    if (!other) {
      onCrop(dragged(picture, crop, (now.x - before.x) / width, (now.y - before.y) / height));
      return;
    }
    const distance = (one: { x: number; y: number }) => Math.hypot(one.x - other.x, one.y - other.y);
    onCrop(within(picture, { ...crop, zoom: crop.zoom * (distance(now) / Math.max(distance(before), 1)) }));
  };
  const release = ({ pointerId }: PointerEvent) => void pointers.current.delete(pointerId);

  const press = (event: KeyboardEvent) => {
    const step = ARROWS[event.key];
    if (!step) return;
    event.preventDefault();
    onCrop(dragged(picture, crop, ...step));
  };
  return (
    <div className="cropper">
      <div
        ref={area}
        className="crop-area"
        role="application"
        aria-label={`${t('picture.area')}. ${t('picture.areaHint')}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it handles the arrow keys
        tabIndex={0}
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        }}
        onPointerMove={move}
        onPointerUp={release}
        onPointerCancel={release}
      >
        <canvas ref={canvas} width={CANVAS_PX} height={CANVAS_PX} />
      </div>
      <div className="row row-6">
        <label className="label" htmlFor={zoomId}>
          {t('picture.zoom')}
        </label>
        <input
          id={zoomId}
          type="range"
          className="slider grow"
          min={1}
          max={ZOOM_MAX}
          step={0.01}
          value={crop.zoom}
          onChange={(event) => onCrop(within(picture, { ...crop, zoom: Number(event.target.value) }))}
        />
      </div>
    </div>
  );
}
