import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { EmbedBuild } from '../../../shared/contracts/embed-build.ts';

/** As the build compresses them. */
const VARIANTS = ['', '.br', '.gz'];

/**
 * Puts the scripts of this build among those of earlier ones, so that a page that pinned it finds it after the next
 * upgrade. Their names say their content, so what is there already is the same. Rejects when the folder cannot be written.
 */
export async function keepBuild(embed: string, kept: string): Promise<void> {
  const build = JSON.parse(await readFile(join(embed, 'build.json'), 'utf8')) as EmbedBuild;
  await mkdir(kept, { recursive: true });
  // Last, so that a loader that is there has all of its chunks.
  if (existsSync(join(kept, build.loader))) return;
  const chunks = Object.keys(build.integrity).filter((path) => path !== build.loader);
  for (const path of [...chunks, build.loader]) {
    for (const variant of VARIANTS) await keepFile(join(embed, path + variant), join(kept, path + variant));
  }
}

async function keepFile(from: string, to: string): Promise<void> {
  if (existsSync(to) || !existsSync(from)) return;
  await mkdir(dirname(to), { recursive: true });
  // Another server may be at it, and neither is to show half a file.
  const half = `${to}.${process.pid}.half`;
  await copyFile(from, half);
  await rename(half, to).catch(async (error: unknown) => {
    await rm(half, { force: true });
    throw error;
  });
}
