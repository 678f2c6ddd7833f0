import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { build, type PluginOption, type UserConfig } from 'vite';
import configuration from '../../../vite.config.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** A strict policy of an embedding page: nothing inline, no strings as code, nothing from elsewhere. */
export const STRICT_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; require-trusted-types-for 'script'";

const RELAXED = '?relaxed';

/**
 * Builds each file as a page, as the application is built but without stripping unused parts of React: other engines
 * use more of it.
 */
export async function buildPages(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const outDir = join(ROOT, '.cache', name);
  const application = configuration as (env: { mode: string; command: 'build' }) => UserConfig;
  const { plugins = [], build: target = {} } = application({ mode: 'host', command: 'build' });
  const isNeeded = (plugin: PluginOption) =>
    !['verva:pdf-files', 'verva:precompress', 'verva:strip-unused', 'verva:chunk-rules-match'].includes(
      (plugin as { name?: string } | null)?.name ?? '',
    );
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    mode: 'production',
    publicDir: false,
    plugins: plugins.filter(isNeeded),
    build: {
      target: target.target,
      cssTarget: target.cssTarget,
      chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
      outDir,
      emptyOutDir: true,
      reportCompressedSize: false,
      modulePreload: false,
      rolldownOptions: {
        checks: { bundlerTimings: false },
        input: files,
        output: { entryFileNames: '[name].js', chunkFileNames: 'c/[name]-[hash].js' },
      },
    },
  });
  return outDir;
}

export interface ServedPages {
  /**
   * Returns the address of a page by its file name; `isRelaxed` omits Trusted Types from the policy, for libraries that
   * fail with them.
   */
  address(name: string, isRelaxed?: boolean): string;
  close(): void;
}

/** Serves the built pages. */
export async function servePages(dir: string): Promise<ServedPages> {
  const server = createServer(({ url = '/' }, reply) => {
    const path = decodeURIComponent(url.replace(/[?#].*/, ''));
    const page = /^\/([\w-]+)$/.exec(path)?.[1];
    const file = join(dir, path);
    if (page) {
      const policy = url.endsWith(RELAXED) ? STRICT_POLICY.replace(/;[^;]*$/, '') : STRICT_POLICY;
      reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy });
      reply.end(`<!doctype html><html lang="en"><head><title>Form</title>
        <script type="module" src="/${page}.js"></script></head><body><main><h1>Form</h1></main></body></html>`);
    } else if (file.startsWith(dir) && existsSync(file) && path !== '/') {
      reply.writeHead(200, { 'content-type': path.endsWith('.css') ? 'text/css' : 'text/javascript' });
      createReadStream(file).pipe(reply);
    } else reply.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: (name, isRelaxed = false) => {
      const [page = '', hash = ''] = name.split('#');
      return `http://127.0.0.1:${port}/${page}${isRelaxed ? RELAXED : ''}${hash && `#${hash}`}`;
    },
    close: () => server.close(),
  };
}

/** Collects violations of the page's policy, from the next page on. */
export async function violationsOf(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(window, { violations });
    document.addEventListener(
      'securitypolicyviolation',
      ({ violatedDirective, blockedURI, sourceFile, lineNumber }) => {
        violations.push(`${violatedDirective} ${blockedURI} ${sourceFile}:${lineNumber}`);
      },
    );
  });
  return () => page.evaluate(() => (window as unknown as { violations: string[] }).violations);
}
