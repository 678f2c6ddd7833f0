import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { EmbedBuild } from '../../../shared/contracts/embed-build.ts';

/** Suffixes of compressed files in the build. */
const VARIANTS = ['', '.br', '.gz'];

/**
 * Copies the scripts of this build to those of earlier builds, so that a page that pins it still finds it after the next
 * upgrade. Names contain a content hash, so existing files are identical. Rejects when the folder cannot be written.
 */
export async function keepBuild(embed: string, kept: string): Promise<void> {
  const build = JSON.parse(await readFile(join(embed, 'build.json'), 'utf8')) as EmbedBuild;
  await mkdir(kept, { recursive: true });
  // Copied last, so that an existing loader has all of its chunks.
  if (existsSync(join(kept, build.loader))) return;
  const chunks = Object.keys(build.integrity).filter((path) => path !== build.loader);
  for (const path of [...chunks, build.loader]) {
    for (const variant of VARIANTS) await keepFile(join(embed, path + variant), join(kept, path + variant));
  }
}

async function keepFile(from: string, to: string): Promise<void> {
  if (existsSync(to) || !existsSync(from)) return;
  await mkdir(dirname(to), { recursive: true });
  // Another server may copy at the same time; neither may serve an incomplete file.
  const half = `${to}.${process.pid}.half`;
  await copyFile(from, half);
  await rename(half, to).catch(async (error: unknown) => {
    await rm(half, { force: true });
    throw error;
  });
}
