import { createRoot } from 'react-dom/client';
import { provideSso, session, startApplicationSession } from '../shared/session/index.ts';
import { App } from './app.tsx';
import { applyDisplay } from './display.ts';
import { takeResetLink } from './login/reset-link.ts';
import { askBeforeGoingBack } from './unsaved-changes/back.ts';
import './host.css';

takeResetLink();
askBeforeGoingBack();
applyDisplay();
provideSso(() => import('../shared/session/sso-client.ts'));
void startApplicationSession();
// Most users return to their inbox: prefetches its code while the session loads. A failed prefetch is loaded again on demand.
if (session.peek().status === 'starting' && /^\/(inbox)?$/.test(location.pathname)) {
  import('./frame/frame.tsx').catch(() => undefined);
  import('./pages/inbox-page.tsx').catch(() => undefined);
}
createRoot(document.getElementById('app') as HTMLElement).render(<App />);
