import { defineWidget } from '../../shared/define-widget/define-widget.tsx';
import { HrCard } from './hr-card.tsx';

defineWidget('verva-hr-card', HrCard, { attributes: { userId: 'string', section: 'string' } });
