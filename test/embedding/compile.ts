import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { metadataFiles } from '../../build/element-metadata/index.ts';

const ROOT = join(import.meta.dirname, '../..');
const require = createRequire(import.meta.url);

/** Compiler options of a page with TypeScript: its own files, and ours in a separate folder. */
const OPTIONS = {
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  jsx: 'react-jsx',
  strict: true,
  noEmit: true,
  allowJs: true,
  checkJs: true,
  skipLibCheck: true,
  experimentalDecorators: true,
  allowImportingTsExtensions: true,
  types: [],
};

/** Creates a folder with these files and the element declarations for a framework. */
export function projectWith(files: Readonly<Record<string, string>>, declarations: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'verva-examples-'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const all = { ...files };
  for (const name of declarations) all[`verva/${name}`] = metadataFiles()[`types/${name}`] ?? '';
  all['tsconfig.json'] = JSON.stringify({
    compilerOptions: OPTIONS,
    include: Object.keys(all),
    vueCompilerOptions: { strictTemplates: true },
  });
  for (const [name, content] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** Returns the errors of the TypeScript compiler, by file. */
export function faultsOf(folder: string): Promise<Map<string, string[]>> {
  return faults(folder, ['node_modules/typescript/bin/tsc', '-p', '.', '--pretty', 'false']);
}

/** Returns the errors in Vue components. Vue's compiler needs a TypeScript written in JavaScript. */
export function vueFaultsOf(folder: string): Promise<Map<string, string[]>> {
  const run = `require(${quoted('vue-tsc')}).run(${quoted('typescript-6/lib/tsc.js')})`;
  return faults(folder, ['-e', run, 'vue-tsc', '-p', '.', '--pretty', 'false']);
}

const quoted = (name: string) => JSON.stringify(require.resolve(name));

async function faults(folder: string, command: readonly string[]): Promise<Map<string, string[]>> {
  const child = spawn(process.execPath, command, { cwd: folder });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  await new Promise((done) => child.on('close', done));
  const found = new Map<string, string[]>();
  for (const line of output.split('\n').filter((line) => /^\S/.test(line))) {
    const [, file = '', fault = line] = /^([^(\s]+)\(\d+,\d+\): (.*)/.exec(line) ?? [];
    found.set(file, [...(found.get(file) ?? []), fault]);
  }
  return found;
}
