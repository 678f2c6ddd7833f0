export { createFileService, type FileStore, filesOfRecord, filesOfTask } from './files/file-service.ts';
export { FormView } from './form-view.tsx';
export { namesOf } from './names.ts';
export { placesOf } from './places.ts';
export { createServerLookUps } from './server-look-ups.ts';
export type { FormServices } from './services.ts';
export { shownText } from './shown-text.ts';
