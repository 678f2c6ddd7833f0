import { defineWidget } from '../../shared/define-widget/define-widget.tsx';
import { Records } from './records.tsx';

defineWidget('verva-records', Records, {
  attributes: { registry: 'string', view: 'string', query: 'string', recordId: 'string', readonly: 'boolean' },
});
