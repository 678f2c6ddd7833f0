import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

/** A page: its head, body and script, and an expression that is true once its content is visible. */
export interface BenchPage {
  readonly head: string;
  readonly body: string;
  readonly script: string;
  readonly isShown: string;
}

const FOLDER = join(import.meta.dirname, '../../.cache/bench');
/** Version 4.7.0 of the toolkit depends on packages that were never published. */
const PACKAGES = ['@microsoft/mgt-element@4.6.0', '@microsoft/mgt-components@4.6.0', '@awesome.me/webawesome@3.14.0'];

/** As in its documentation, with only three of its elements; its API is empty and takes no time. */
export const TOOLKIT = `
import { Providers, ProviderState, SimpleProvider } from '@microsoft/mgt-element';
import { registerMgtAgendaComponent, registerMgtPlannerComponent, registerMgtTodoComponent } from '@microsoft/mgt-components';
globalThis.fetch = async () => new Response('{"value":[]}', { headers: { 'content-type': 'application/json' } });
const provider = new SimpleProvider(async () => 'token');
Providers.globalProvider = provider;
provider.setState(ProviderState.SignedIn);
registerMgtTodoComponent();
registerMgtPlannerComponent();
registerMgtAgendaComponent();
`;

/**
 * Downloads the compared packages once, and bundles those that are not ready for browsers. Returns the folders to
 * serve.
 */
export async function makeRivals(): Promise<Record<string, string>> {
  const toolkit = join(FOLDER, 'toolkit');
  if (!existsSync(join(toolkit, 'toolkit.js'))) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(join(FOLDER, 'package.json'), '{"private":true,"type":"module"}');
    const args = ['install', '--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts', ...PACKAGES];
    const { status } = spawnSync('npm', args, { cwd: FOLDER, stdio: 'inherit', shell: process.platform === 'win32' });
    if (status !== 0) throw new Error('The compared packages could not be fetched from the npm registry.');
    writeFileSync(join(FOLDER, 'toolkit-page.js'), TOOLKIT);
    await build({
      configFile: false,
      root: FOLDER,
      logLevel: 'error',
      base: './',
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        target: 'es2022',
        outDir: toolkit,
        modulePreload: false,
        reportCompressedSize: false,
        rolldownOptions: {
          input: { toolkit: join(FOLDER, 'toolkit-page.js') },
          output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        },
      },
    });
  }
  return { toolkit, webawesome: join(FOLDER, 'node_modules/@awesome.me/webawesome/dist-cdn') };
}

export function rivalPages(server: string): Record<string, BenchPage> {
  const primitives = ['card', 'select', 'input', 'button', 'dialog'].map((name) => `wa-${name}`);
  const preconnect = `<link rel="preconnect" href="${server}" crossorigin>`;
  return {
    mgt: {
      head: `${preconnect}\n<script type="module" crossorigin src="${server}/rivals/toolkit/toolkit.js"></script>`,
      body: '<mgt-todo></mgt-todo><mgt-planner></mgt-planner><mgt-agenda></mgt-agenda>',
      script: '',
      isShown: `document.querySelector('mgt-planner')?.shadowRoot?.querySelector('.header')`,
    },
    webawesome: {
      head: `${preconnect}\n<script type="module" crossorigin src="${server}/rivals/webawesome/webawesome.loader.js"></script>`,
      body: `<wa-card><wa-select label="Status"><wa-option value="a">Open</wa-option></wa-select><wa-input label="Name"></wa-input>
<wa-button>Save</wa-button></wa-card><wa-dialog label="Sure?">Text</wa-dialog>`,
      script: '',
      isShown: `${JSON.stringify(primitives)}.every((tag) => document.querySelector(tag).shadowRoot?.firstElementChild)`,
    },
  };
}
