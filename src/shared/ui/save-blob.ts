/** Has the browser save content as a file. */
export function saveBlob(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser has begun to write by then; until the page goes the content would stay in memory.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
