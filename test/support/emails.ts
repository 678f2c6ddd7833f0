import { sql } from 'kysely';
import type { DatabaseHandle } from '../../src/server/platform/database.ts';

/** An e-mail in the outbox. */
export interface OutboxMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly template: string;
  readonly languageId: string;
  readonly unsubscribe?: string;
  readonly secret?: true;
}

/** Removes and returns the e-mails that wait to be sent, oldest first. */
export async function takeEmails(db: DatabaseHandle): Promise<OutboxMail[]> {
  return db.systemTransaction(async (tx) => {
    const { rows } = await sql<{ payload: OutboxMail }>`
      DELETE FROM outbox WHERE topic = 'mail' RETURNING id, payload`.execute(tx);
    return rows
      .toSorted((a, b) => ((a as unknown as { id: string }).id < (b as unknown as { id: string }).id ? -1 : 1))
      .map(({ payload }) => payload);
  });
}

/** Returns the secret of the button with this label. */
export function buttonOf({ text }: Pick<OutboxMail, 'text'>, label: string): string {
  const secret = new RegExp(`\\[${label}\\] \\S+/task-action/([\\w-]+)`).exec(text)?.[1];
  if (!secret) throw new Error(`There is no button ${label} in: ${text}`);
  return secret;
}
