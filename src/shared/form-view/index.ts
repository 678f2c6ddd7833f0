export { choiceTextsOf } from './choice-sources.ts';
export { createFileService, type FileStore, filesOfDraft, filesOfRecord, filesOfTask } from './files/file-service.ts';
export { formNavigation } from './form-navigation.ts';
export { FormView } from './form-view.tsx';
export { createServerLookUps } from './server-look-ups.ts';
export type { FormServices } from './services.ts';
export { shownText } from './shown-text.ts';
