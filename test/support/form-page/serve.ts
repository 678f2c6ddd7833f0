import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { build, type PluginOption, type UserConfig } from 'vite';
import configuration from '../../../vite.config.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** What a page may demand of the elements it embeds: nothing inline, no strings as code, nothing from elsewhere. */
export const STRICT_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; require-trusted-types-for 'script'";

const RELAXED = '?relaxed';

/** Each file is a page of its own: built as the application is, without what only the server needs, on React as it is published: other engines use more of it. */
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
  /** The address of a page by the name of its file; under the policy without Trusted Types for what breaks with them. */
  address(name: string, isRelaxed?: boolean): string;
  close(): void;
}

/** Serves what was built. */
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

/** Collects, from the next page on, what the page's policy forbids. */
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
