import { defineWidget } from '../../shared/define-widget/define-widget.tsx';
import { Tasks } from './tasks.tsx';

defineWidget('verva-tasks', Tasks, { attributes: { taskId: 'string', query: 'string' } });
