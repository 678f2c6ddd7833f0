import { type Crop, sideOf } from './crop.rules.ts';

/** Side of the uploaded picture. */
const SENT_PX = 256;
const QUALITY = 0.86;
/** Decoding larger files makes phones run out of memory. */
const FILE_MAX_MB = 30;

/** Reads an image in any format of this browser, correctly rotated. Throws if it is none. */
export async function readPicture(file: Blob): Promise<ImageBitmap> {
  if (file.size > FILE_MAX_MB * 1024 * 1024) throw new RangeError('The file is too large.');
  return createImageBitmap(file, { imageOrientation: 'from-image' });
}

/** Draws the square over the whole canvas, on white: the upload cannot be transparent. */
export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const side = sideOf(picture, crop);
  context.imageSmoothingQuality = 'high';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, crop.x - side / 2, crop.y - side / 2, side, side, 0, 0, canvas.width, canvas.height);
}

/** The square as uploaded: 256 × 256, WebP or, where the browser cannot write it, JPEG. */
export async function croppedPicture(picture: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = SENT_PX;
  canvas.height = SENT_PX;
  drawCrop(canvas, picture, crop);
  const webp = await blobOf(canvas, 'image/webp');
  return webp.type === 'image/webp' ? webp : blobOf(canvas, 'image/jpeg');
}

function blobOf(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture cannot be written.'))),
      type,
      QUALITY,
    );
  });
}
