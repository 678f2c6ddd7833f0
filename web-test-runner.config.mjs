import { createServer } from 'node:net';
import { defaultReporter } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { cleanManualHtml } from './src/server/modules/manuals/text/index.ts';
import { CHROMIUM } from './test/support/chromium.ts';
import { summary } from './test/wtr-summary.mjs';
import { viteForWtr } from './test/wtr-vite.mjs';

const files = ['src/**/*.browser.test.{ts,tsx}', 'test/component/**/*.browser.test.{ts,tsx}'];
const vite = viteForWtr({ entries: files, include: ['react/jsx-dev-runtime', 'react-dom/client'] });

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** What the server does to a text, for tests that show in a browser what came of it. */
const server = {
  name: 'server-commands',
  executeCommand: ({ command, payload }) =>
    command === 'clean-manual-html' ? payload.map((html) => cleanManualHtml(html).html) : undefined,
};

export default {
  files,
  nodeResolve: false,
  port: Number(process.env.WTR_PORT) || (await freePort()),
  concurrency: 1,
  browserStartTimeout: 120_000,
  testsStartTimeout: 120_000,
  testsFinishTimeout: 300_000,
  browsers: [
    chromeLauncher({
      launchOptions: { ...CHROMIUM, args: [...CHROMIUM.args, '--lang=en-US'], headless: true },
    }),
  ],
  plugins: [vite.plugin, server],
  middleware: [vite.middleware],
  testFramework: { config: { timeout: 60_000, ui: 'bdd' } },
  reporters: [defaultReporter({ reportTestResults: true, reportTestProgress: false }), summary()],
};
