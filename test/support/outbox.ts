const WAIT_LIMIT_MS = 60_000;

interface Letter {
  readonly id: string;
  readonly subject: string;
  readonly text: string;
}

/** What the server wrote to somebody, by the page for developers; `to` is an address or a number. The newest first. */
async function lettersTo(url: string, to: string): Promise<readonly Letter[]> {
  const response = await fetch(`${url}/dev/outbox.json?to=${encodeURIComponent(to)}`);
  return ((await response.json()) as { items: Letter[] }).items;
}

/** Does something and gives the letter that came of it. Letters are written after the answer, so that its time tells nothing. */
export async function letterOf(url: string, to: string, work: () => Promise<unknown>): Promise<Letter> {
  const before = new Set((await lettersTo(url, to)).map(({ id }) => id));
  await work();
  const deadline = Date.now() + WAIT_LIMIT_MS;
  for (;;) {
    const letter = (await lettersTo(url, to)).find(({ id }) => !before.has(id));
    if (letter) return letter;
    if (Date.now() > deadline) throw new Error(`No letter came to ${to}.`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** The code in a letter. */
export function codeIn({ text }: Letter): string {
  const code = /\b\d{6}\b/.exec(text)?.[0];
  if (!code) throw new Error(`There is no code in: ${text}`);
  return code;
}
