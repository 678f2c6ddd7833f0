import { defineWidget } from '../../shared/define-widget/define-widget.tsx';
import { TaskForm } from './task-form.tsx';

defineWidget('verva-task-form', TaskForm, { attributes: { taskId: 'string' } });
