import { defineWidget } from '../../shared/element/index.ts';
import { Tasks } from './tasks.tsx';

defineWidget('verva-tasks', Tasks, { attributes: { taskId: 'string', query: 'string' } });
