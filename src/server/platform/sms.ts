interface Sms {
  /** A plus and digits. */
  readonly to: string;
  readonly text: string;
}

export interface SmsGateway {
  /** Hands the text to the gateway, which knows a repeated attempt by the id. Throws what it answered, without the text. */
  send(sms: Sms, id: string): Promise<void>;
}

const TIMEOUT_MS = 10_000;

/**
 * The gateway behind `SMS_WEBHOOK_URL`: a POST with `{"to", "text", "id"}`, the id also as `idempotency-key`. Anything
 * but 2xx is a failure. The address is the operator's own, so it may be a private one; redirects are not followed, as they would
 * carry codes elsewhere.
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
      // Not read: what a gateway answers may repeat the text, and errors are logged.
      await response.body?.cancel();
      if (!response.ok) throw new Error(`The SMS gateway answered ${response.status}.`);
    },
  };
}
