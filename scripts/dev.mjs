// `npm run dev`: the application with reload. Vite serves the browser's sources on PORT and forwards the API to a
// server that restarts when one of its sources changes. Elements on embedding pages (demo intranet, /embed) come from
// the last build.
import { ensurePackages, reexec, root } from './bootstrap.mjs';

ensurePackages();
await reexec();

const { spawn } = await import('node:child_process');
const { join } = await import('node:path');
const { createServer } = await import('vite');
const { buildIfStale } = await import('./build.mjs');

const port = Number(process.env.PORT ?? 8080);
const apiPort = Number(process.env.API_PORT ?? 8079);
await buildIfStale();

const api = spawn(
  process.execPath,
  [
    '--disable-warning=ExperimentalWarning',
    '--max-semi-space-size=16',
    '--watch-preserve-output',
    '--watch-path=src/server',
    '--watch-path=src/shared',
    'src/server/main.ts',
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      VERVA_DEMO: process.env.VERVA_DEMO ?? '1',
      PORT: String(apiPort),
      PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${port}`,
    },
  },
);
process.on('exit', () => api.kill());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(0));

/** Paths that the server answers; the sign-in protocol is a POST to /. */
const OF_SERVER = /^\/(?:api|dev|embed|i18n|\.well-known|healthz|readyz|metrics)(?:[/?.]|$)/;

const vite = await createServer({
  configFile: join(root, 'vite.config.ts'),
  mode: 'host',
  cacheDir: join(root, '.cache/vite-dev'),
  clearScreen: false,
  server: {
    port,
    strictPort: true,
    proxy: {
      '/': {
        target: `http://localhost:${apiPort}`,
        bypass: ({ method, url = '/' }) => (method === 'GET' && !OF_SERVER.test(url) ? url : undefined),
      },
    },
  },
});
await vite.listen();
vite.printUrls();
