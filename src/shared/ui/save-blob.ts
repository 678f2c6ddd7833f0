/** Saves content as a file through the browser. */
export function saveBlob(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser has started writing by then; otherwise the content would stay in memory for the life of the page.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
