export { manualFragment } from './display.ts';
export { manualPictures } from './pictures.ts';
