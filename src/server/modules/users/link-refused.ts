import { sql } from 'kysely';
import { LINK_REFUSED_JOB } from '../../platform/auth/link-subject.ts';
import type { DatabaseHandle, Tx } from '../../platform/database.ts';
import { renderEmail, supportedLanguage } from '../../platform/email-template.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { enqueue, type OutboxPayloads } from '../../platform/outbox.ts';
import { userMailMessages as messages } from './users.mails.messages.ts';

interface Refusal {
  readonly issuer: string;
  readonly subject: string;
  readonly userId: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
}

interface Administrator {
  readonly id: string;
  readonly email: string;
  readonly languageId: string;
}

/** Notifies an organisation's administrators by e-mail when a second account of a user was refused. */
export function handleRefusedLinks(jobs: Pick<Jobs, 'handle'>, { db }: { readonly db: DatabaseHandle }): void {
  jobs.handle(LINK_REFUSED_JOB, (data, { tenantId }) =>
    db.tenantTransaction({ tenantId, userId: null }, (tx) => informAdministrators(tx, data as unknown as Refusal)),
  );
}

async function informAdministrators(tx: Tx, refusal: Refusal): Promise<void> {
  const { rows: people } = await sql<{ username: string; name: string | null }>`
    SELECT username, name FROM app_user WHERE id = ${refusal.userId}::uuid AND status <> 'erased'`.execute(tx);
  const person = people[0];
  if (!person) return;
  for (const administrator of await readAdministrators(tx)) {
    const { issuer, subject, day } = refusal;
    const mail = linkRefusedMail(refusal, person, administrator);
    // A job can run twice.
    await enqueue(tx, 'mail', mail, { dedupeKey: `link-refused/${issuer}/${subject}/${day}/${administrator.id}` });
  }
}

async function readAdministrators(tx: Tx): Promise<Administrator[]> {
  const { rows } = await sql<Administrator>`SELECT u.id, u.email, u.language_id AS "languageId" FROM app_user u
    WHERE u.status = 'active' AND u.source <> 'partner' AND u.email IS NOT NULL
      AND EXISTS (SELECT 1 FROM group_member g WHERE g.user_id = u.id AND g.group_id IN ('admin', 'verva.admin'))
    ORDER BY u.id`.execute(tx);
  return rows;
}

function linkRefusedMail(
  { issuer, subject }: Refusal,
  { username, name }: { readonly username: string; readonly name: string | null },
  { id, email, languageId }: Administrator,
): OutboxPayloads['mail'] {
  const language = supportedLanguage(languageId);
  const t = (key: Parameters<typeof messages.text>[1], values: Record<string, string> = {}) =>
    messages.text(language, key, values);
  const mail = renderEmail(
    {
      subject: t('linkRefused.subject'),
      greeting: t('greeting'),
      intro: t('linkRefused.intro', { issuer, name: name ?? username }),
      list: [t('linkRefused.username', { username }), t('linkRefused.subject.id', { subject: subject.slice(0, 200) })],
      notes: [t('linkRefused.renewed'), t('linkRefused.attack')],
    },
    language,
  );
  return { to: email, userId: id, template: 'link-refused', languageId: language, ...mail };
}
