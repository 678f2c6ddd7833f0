interface Sms {
  /** A plus and digits. */
  readonly to: string;
  readonly text: string;
}

export interface SmsGateway {
  /** Sends the text to the gateway, which recognises a repeated attempt by the id. Throws an error without the text. */
  send(sms: Sms, id: string): Promise<void>;
}

const TIMEOUT_MS = 10_000;

/**
 * Creates a client for the gateway at `SMS_WEBHOOK_URL`: a POST with `{"to", "text", "id"}`, the id also as
 * `idempotency-key`. Any status other than 2xx is a failure. The operator configures the URL, so private addresses are
 * allowed. Redirects are not followed, because they would send codes elsewhere.
 */
export function createSmsGateway({ url, token }: { url: string; token?: string | undefined }): SmsGateway {
  return {
    async send({ to, text }, id) {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': id,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ to, text, id }),
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      // Not read: the response may repeat the text, and errors are logged.
      await response.body?.cancel();
      if (!response.ok) throw new Error(`The SMS gateway responded with status ${response.status}.`);
    },
  };
}
