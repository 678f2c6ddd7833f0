export { createFileService } from './files/file-service.ts';
export { FormView } from './form-view.tsx';
export { type FormServices, NO_SERVICES } from './services.ts';
