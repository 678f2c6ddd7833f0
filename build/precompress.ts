import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(?:m?js|css|html|svg|json|txt|webmanifest)$/;
const SMALLEST_WORTH_IT = 1024;

/** Writes `x.br` and `x.gz` for each text file of the output, so that the server compresses nothing at run time. */
export function precompress(): Plugin {
  return {
    name: 'verva:precompress',
    apply: 'build',
    writeBundle: {
      sequential: true,
      order: 'post',
      async handler({ dir }) {
        if (!dir) return;
        const files = await readdir(dir, { recursive: true });
        await Promise.all(files.filter((file) => TEXT.test(file)).map((file) => compress(join(dir, file))));
      },
    },
  };
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < SMALLEST_WORTH_IT) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
