import { defineWidget } from '../../shared/element/index.ts';
import { Notifications } from './notifications.tsx';

defineWidget('verva-notifications', Notifications, { attributes: { closable: 'boolean' } });
