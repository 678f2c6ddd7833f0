import type { FileStore } from '../../../../shared/form-view/index.ts';
import { randomId } from '../../../../shared/page/random.ts';

const contents = new Map<string, File>();

/** Files added in the preview. They stay in memory and are never uploaded. */
export const sampleFiles: FileStore = {
  async add(file, _place, { onProgress }) {
    const id = randomId();
    contents.set(id, file);
    onProgress(1);
    const { name: fileName, size, type } = file;
    const mediaType = type || 'application/octet-stream';
    return { id, fileName, size, mediaType, by: null, created: new Date().toISOString() };
  },
  async content(id) {
    const file = contents.get(id);
    if (!file) throw new Error('The page was left since the file was added');
    return file;
  },
  async remove(id) {
    contents.delete(id);
  },
};
