export const ZOOM_MAX = 4;

/** The square of an image that is kept: its centre in image pixels, and the zoom factor. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  /** 1: the largest square that fits. */
  readonly zoom: number;
}

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The largest centred square. */
export const wholeCrop = ({ width, height }: PictureSize): Crop => ({ x: width / 2, y: height / 2, zoom: 1 });

/** Side of the square, in image pixels. */
export const sideOf = ({ width, height }: PictureSize, { zoom }: Crop): number => Math.min(width, height) / zoom;

/** The same square, or the nearest one inside the image. */
export function within(size: PictureSize, { x, y, zoom }: Crop): Crop {
  const clamped = Math.min(Math.max(zoom, 1), ZOOM_MAX);
  const half = sideOf(size, { x, y, zoom: clamped }) / 2;
  return {
    x: Math.min(Math.max(x, half), size.width - half),
    y: Math.min(Math.max(y, half), size.height - half),
    zoom: clamped,
  };
}

/** Drags the image by fractions of the square's side; dragging to the right moves the square to the left. */
export function dragged(size: PictureSize, crop: Crop, dx: number, dy: number): Crop {
  const side = sideOf(size, crop);
  return within(size, { ...crop, x: crop.x - dx * side, y: crop.y - dy * side });
}
