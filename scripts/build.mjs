// Builds dist/ (host application and elements) if a source is newer than the last build, or always if run without
// --if-stale.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './bootstrap.mjs';

const stamp = join(root, 'dist', '.built');
const SOURCES = [
  'src/host',
  'src/widgets',
  'src/shared',
  'src/chunks.ts',
  'src/loader.ts',
  'src/prefetch.ts',
  'build',
  'vite.config.ts',
  'package-lock.json',
];

function newest(path) {
  if (!existsSync(path)) return 0;
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((latest, entry) => Math.max(latest, statSync(join(entry.parentPath ?? entry.path, entry.name)).mtimeMs), 0);
}

export async function buildIfStale() {
  const built = existsSync(stamp) ? statSync(stamp).mtimeMs : 0;
  if (built > Math.max(...SOURCES.map((path) => newest(join(root, path))))) return;
  build();
}

function build() {
  console.log('Building the application …');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const env = { ...process.env, NODE_ENV: 'production' };
  // The elements and the application are built separately, so that neither affects the other's chunks.
  for (const mode of ['embed', 'host']) {
    const args = [vite, 'build', '--mode', mode, '--logLevel', 'warn'];
    const result = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env });
    if (result.status !== 0) process.exit(result.status ?? 1);
  }
  writeFileSync(stamp, '');
  const { loader, integrity } = JSON.parse(readFileSync(join(root, 'dist/embed/build.json'), 'utf8'));
  console.log(`Code for other pages: open /embed/ on the server, or run npm run snippet. The loader of this build:
<script type="module" src="https://…/embed/${loader}" integrity="${integrity[loader]}" crossorigin></script>`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (process.argv.includes('--if-stale')) await buildIfStale();
  else build();
}
