import { createTransport } from 'nodemailer';

export interface Mail {
  readonly to: string | readonly string[];
  readonly cc?: string | readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** Address for one-click unsubscribing by POST: mail programs show a button for it (RFC 8058). */
  readonly unsubscribe?: string;
}

export interface Mailer {
  /** Sends the mail to the SMTP server. The id becomes the Message-ID, so that receivers drop duplicates of a retry. Throws the server's error. */
  send(mail: Mail, id: string): Promise<void>;
  close(): void;
}

/** A mailer for `SMTP_URL` (smtp://user:password@host:587, smtps://…) that sends as `MAIL_FROM`. */
export function createMailer({ smtpUrl, from }: { smtpUrl: string; from: string }): Mailer {
  const transport = createTransport(smtpUrl, {
    from,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // Text from a process must not make the server read its own files or fetch addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  } as never);
  const domain = /@([^@>\s]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return {
    async send({ to, cc, subject, text, html, unsubscribe }, id) {
      await transport.sendMail({
        from,
        to: listOf(to),
        ...(cc === undefined ? {} : { cc: listOf(cc) }),
        subject: subject.replaceAll(/[\r\n]+/g, ' '),
        text,
        ...(html === undefined ? {} : { html }),
        messageId: `<${id}@${domain}>`,
        headers: {
          'auto-submitted': 'auto-generated',
          ...(unsubscribe === undefined
            ? {}
            : {
                'list-unsubscribe': `<${unsubscribe}>`,
                'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
              }),
        },
      });
    },
    close: () => transport.close(),
  };
}

function listOf(value: string | readonly string[]): string[] {
  return typeof value === 'string' ? [value] : [...value];
}
