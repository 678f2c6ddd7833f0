// Runs a script of the repository, or any Node arguments, under a recent Node:  node scripts/run.mjs scripts/x.ts
// --flag
import { ensurePackages, reexec } from './bootstrap.mjs';

ensurePackages();
await reexec();
const { spawn } = await import('node:child_process');
const { root } = await import('./bootstrap.mjs');
const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...process.argv.slice(2)], {
  stdio: 'inherit',
  cwd: root,
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
process.exit(await new Promise((done) => child.on('exit', (code, signal) => done(code ?? (signal ? 1 : 0)))));
