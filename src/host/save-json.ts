/** Saves a JSON file on the person's machine. */
export function saveJson(content: unknown, fileName: string): void {
  const blob = new Blob([`${JSON.stringify(content, null, 2)}\n`], { type: 'application/json' });
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser has begun to write by then; until the page goes the content would stay in memory.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
