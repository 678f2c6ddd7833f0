import { defineWidget } from '../../shared/define-widget/define-widget.tsx';
import { Inbox } from './inbox.tsx';

defineWidget('verva-inbox', Inbox, {
  attributes: {
    taskId: 'string',
    detail: 'string',
    view: 'string',
    filters: 'string',
    sort: 'string',
    group: 'string',
    columns: 'string',
    rows: 'string',
    q: 'string',
    starts: 'boolean',
  },
});
