import { defineWidget } from '../../shared/element/index.ts';
import { MassAction } from './mass-action.tsx';

defineWidget('verva-mass-action', MassAction, { attributes: { runId: 'string', view: 'string' } });
