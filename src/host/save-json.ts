import { saveBlob } from '../shared/ui/save-blob.ts';

/** Saves a JSON file on the person's machine. */
export function saveJson(content: unknown, fileName: string): void {
  saveBlob(new Blob([`${JSON.stringify(content, null, 2)}\n`], { type: 'application/json' }), fileName);
}
