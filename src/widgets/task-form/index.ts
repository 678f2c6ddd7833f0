import { defineWidget } from '../../shared/element/index.ts';
import { TaskForm } from './task-form.tsx';

defineWidget('verva-task-form', TaskForm, { attributes: { taskId: 'string' } });
