import { defineWidget } from '../../shared/define-widget/define-widget.tsx';
import { MyRequests } from './my-requests.tsx';

defineWidget('verva-my-requests', MyRequests, {
  attributes: { requestId: 'string', state: 'string', detail: 'string' },
});
