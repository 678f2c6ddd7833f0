import { defineWidget } from '../../shared/define-widget/define-widget.tsx';
import { Notifications } from './notifications.tsx';

defineWidget('verva-notifications', Notifications, { attributes: { closable: 'boolean' } });
