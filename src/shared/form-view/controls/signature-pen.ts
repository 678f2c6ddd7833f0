import { INK_COLOUR } from '../../contracts/constants.ts';

/** Ink and paper colours are the same in both themes: a signature is a document. */
const PAPER = '#ffffff';
const PEN_PX = 2.2;

export interface SignaturePen {
  /** Whether anything has been drawn. */
  hasInk(): boolean;
  clear(): void;
  /** Replaces the content by a name in a handwriting style. */
  write(name: string): void;
  picture(): Promise<Blob | null>;
  stop(): void;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Draws on a canvas following the pointer: curves through the midpoints of its positions keep fast strokes round. */
export function createSignaturePen(canvas: HTMLCanvasElement, onStroke: () => void): SignaturePen {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser cannot draw');
  const scale = Math.max(1, Math.min(3, devicePixelRatio));
  let inked = false;
  let last: Point | null = null;
  let middle: Point | null = null;

  const clear = () => {
    const { width, height } = canvas.getBoundingClientRect();
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.fillStyle = PAPER;
    context.fillRect(0, 0, width, height);
    context.strokeStyle = INK_COLOUR;
    context.fillStyle = INK_COLOUR;
    context.lineWidth = PEN_PX;
    context.lineCap = 'round';
    context.lineJoin = 'round';
    inked = false;
  };
  const at = (event: PointerEvent): Point => {
    const { left, top } = canvas.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const begin = (event: PointerEvent) => {
    if (!event.isPrimary || event.button !== 0) return;
    event.preventDefault();
    canvas.setPointerCapture(event.pointerId);
    last = at(event);
    middle = last;
    context.beginPath();
    context.arc(last.x, last.y, PEN_PX / 2, 0, 2 * Math.PI);
    context.fill();
    inked = true;
  };
  const move = (event: PointerEvent) => {
    if (!last || !middle) return;
    for (const one of event.getCoalescedEvents?.() ?? [event]) {
      const point = at(one);
      const next = { x: (last.x + point.x) / 2, y: (last.y + point.y) / 2 };
      context.beginPath();
      context.moveTo(middle.x, middle.y);
      context.quadraticCurveTo(last.x, last.y, next.x, next.y);
      context.stroke();
      last = point;
      middle = next;
    }
  };
  const end = () => {
    if (!last) return;
    last = null;
    middle = null;
    onStroke();
  };
  const events = { pointerdown: begin, pointermove: move, pointerup: end, pointercancel: end } as const;
  for (const [name, listen] of Object.entries(events)) canvas.addEventListener(name, listen as EventListener);
  clear();

  return {
    hasInk: () => inked,
    clear,
    write(name) {
      clear();
      if (name.trim() === '') return;
      const { width, height } = canvas.getBoundingClientRect();
      const face = '"Segoe Script", "Bradley Hand", "Snell Roundhand", "Noto Sans", cursive';
      let size = Math.min(44, height * 0.5);
      context.font = `italic ${size}px ${face}`;
      const wide = context.measureText(name).width;
      if (wide > width - 32) size *= (width - 32) / wide;
      context.font = `italic ${size}px ${face}`;
      context.textBaseline = 'middle';
      context.fillText(name, 16, height / 2);
      inked = true;
    },
    picture: () => new Promise((resolve) => canvas.toBlob(resolve, 'image/png')),
    stop() {
      for (const [name, listen] of Object.entries(events)) canvas.removeEventListener(name, listen as EventListener);
    },
  };
}
