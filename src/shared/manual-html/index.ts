export { manualFragment, type TextSurroundings } from './display.ts';
export { manualPictures } from './pictures.ts';
