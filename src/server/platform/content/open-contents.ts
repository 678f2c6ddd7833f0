import { join } from 'node:path';
import type { Config } from '../config.ts';
import { createContentFolder } from './content-folder.ts';
import { createContentBucket } from './content-s3.ts';
import type { ContentStore } from './content-store.ts';

/** Opens the bucket of the configuration, or its local folder. */
export function openContents({ bucket, dataDir }: Pick<Config, 'bucket' | 'dataDir'>): ContentStore {
  const folder = join(dataDir, 'files');
  return bucket ? createContentBucket({ ...bucket, incoming: join(folder, '.incoming') }) : createContentFolder(folder);
}
