import { defineWidget } from '../../shared/define-widget/define-widget.tsx';
import { StartForm } from './start-form.tsx';

defineWidget('verva-start-form', StartForm, {
  attributes: {
    item: 'string',
    caseType: 'string',
    process: 'string',
    draft: 'string',
    initial: 'string',
    requests: 'boolean',
  },
});
