import { saveBlob } from '../shared/ui/save-blob.ts';

/** Downloads a JSON file. */
export function saveJson(content: unknown, fileName: string): void {
  saveBlob(new Blob([`${JSON.stringify(content, null, 2)}\n`], { type: 'application/json' }), fileName);
}
