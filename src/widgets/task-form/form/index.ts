export { formMessages } from './form.messages.ts';
export { FormView, type FormViewProps } from './form-view.tsx';
