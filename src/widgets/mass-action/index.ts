import { defineWidget } from '../../shared/define-widget/define-widget.tsx';
import { MassAction } from './mass-action.tsx';

defineWidget('verva-mass-action', MassAction, { attributes: { runId: 'string', view: 'string' } });
