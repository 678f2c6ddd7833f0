// `npm start`: installs what is missing, builds what has changed, then starts the server with the demo organisations.
import { ensurePackages, reexec, root } from './bootstrap.mjs';

ensurePackages();
await reexec();

const { join } = await import('node:path');
const { buildIfStale } = await import('./build.mjs');
await buildIfStale();
process.chdir(root);
// Kept compiled, without types: the second start is quicker and spares the memory of the compiler.
(await import('node:module')).enableCompileCache(join(root, '.cache', 'compile'));
process.env.VERVA_DEMO ??= process.env.NODE_ENV === 'production' ? '0' : '1';
await import(join(root, 'src/server/main.ts'));
