const WAIT_LIMIT_MS = 60_000;

interface OutboxMessage {
  readonly id: string;
  readonly subject: string;
  readonly text: string;
}

/** Returns messages that the server sent to an address or number, from the outbox page for developers, newest first. */
async function messagesTo(url: string, to: string): Promise<readonly OutboxMessage[]> {
  const response = await fetch(`${url}/dev/outbox.json?to=${encodeURIComponent(to)}`);
  return ((await response.json()) as { items: OutboxMessage[] }).items;
}

/**
 * Does something and returns the message it caused. Messages are written after the response, so that its timing reveals
 * nothing. Where earlier work can cause a message to the same address, `isOf` recognises the one of this work.
 */
export async function messageOf(
  url: string,
  to: string,
  work: () => Promise<unknown>,
  isOf: (message: OutboxMessage) => boolean = () => true,
): Promise<OutboxMessage> {
  const before = new Set((await messagesTo(url, to)).map(({ id }) => id));
  await work();
  return waitForMessageTo(url, to, (message) => !before.has(message.id) && isOf(message));
}

/** Returns the newest message to an address or number, once there is one. */
export async function waitForMessageTo(
  url: string,
  to: string,
  isOf: (message: OutboxMessage) => boolean = () => true,
): Promise<OutboxMessage> {
  const deadline = Date.now() + WAIT_LIMIT_MS;
  for (;;) {
    const message = (await messagesTo(url, to)).find(isOf);
    if (message) return message;
    if (Date.now() > deadline) throw new Error(`No e-mail was sent to ${to}.`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** Returns the code in a message. */
export function codeIn({ text }: OutboxMessage): string {
  const code = /\b\d{6}\b/.exec(text)?.[0];
  if (!code) throw new Error(`There is no code in: ${text}`);
  return code;
}

/** Returns the temporary password in an e-mail, which is on its own line. */
export function temporaryPasswordIn({ text }: Pick<OutboxMessage, 'text'>): string {
  const found = /^ +(\S{8,})$/m.exec(text)?.[1];
  if (!found) throw new Error(`There is no password in: ${text}`);
  return found;
}
