// `npm start`: installs missing packages, builds what has changed, then starts the server with the demo organisations.
import { ensurePackages, reexec, root } from './bootstrap.mjs';

ensurePackages();
await reexec();

const { join } = await import('node:path');
const { buildIfStale } = await import('./build.mjs');
await buildIfStale();
process.chdir(root);
// Caches compiled code: the second start is faster and uses less memory.
(await import('node:module')).enableCompileCache(join(root, '.cache', 'compile'));
process.env.VERVA_DEMO ??= process.env.NODE_ENV === 'production' ? '0' : '1';
await import(join(root, 'src/server/main.ts'));
