/** Saves a file on the person's machine. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser has begun to write by then; until the page goes the content would stay in memory.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
