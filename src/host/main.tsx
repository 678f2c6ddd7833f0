import { createRoot } from 'react-dom/client';
import { provideSso, startApplicationSession } from '../shared/session/index.ts';
import { App } from './app.tsx';
import { applyDisplay } from './display.ts';
import { takeResetLink } from './login/reset-link.ts';
import './host.css';

takeResetLink();
applyDisplay();
provideSso(() => import('../shared/session/sso.ts'));
void startApplicationSession();
createRoot(document.getElementById('app') as HTMLElement).render(<App />);
