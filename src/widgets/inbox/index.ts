import { defineWidget } from '../../shared/element/index.ts';
import { Inbox } from './inbox.tsx';

defineWidget('verva-inbox', Inbox, { attributes: { taskId: 'string', detail: 'string' } });
