/** The known tag that was most likely meant; undefined if none is similar. */
export function suggestTag(tag: string, known: readonly string[]): string | undefined {
  const wanted = letters(tag);
  const near = known
    .map((one) => ({ one, distance: editDistance(wanted, letters(one)) }))
    .sort((a, b) => a.distance - b.distance)[0];
  if (!near) return undefined;
  const allowed = Math.max(2, Math.floor(letters(near.one).length / 3));
  if (near.distance <= allowed) return near.one;
  return known.find((one) => wanted.length > 3 && (letters(one).includes(wanted) || beginsAlike(wanted, letters(one))));
}

/** Normalises tags for comparison: `verva-task-form` and `verva-taskForm` are equal. */
const letters = (tag: string) => tag.replace(/^verva-/, '').replace(/[^a-z]/g, '');

const beginsAlike = (a: string, b: string) => a.length > 4 && b.startsWith(a.slice(0, 5));

/** Number of letters to add, remove or change. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (letter === b[j] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length]!;
}
