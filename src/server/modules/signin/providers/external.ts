import { AppError } from '../../../platform/errors.ts';

const TIMEOUT_MS = 10_000;
/** Amazon does not say how long to wait. */
const WAIT_SECONDS = 60;
const LIMITS = new Set(['LimitExceededException', 'TooManyRequestsException']);

export interface ExternalIdentity {
  /** URL of the service that implements Amazon Cognito's protocol. */
  readonly endpoint: string;
  readonly clientId: string;
}

/**
 * Asks the external identity service for a recovery code and returns the masked address. Throws AppError
 * `recovery.failed`, `rate.exceeded`, `identity.unavailable`.
 */
export async function askExternalForCode(
  { endpoint, clientId }: ExternalIdentity,
  username: string,
): Promise<string | undefined> {
  let response: Response;
  let body: { __type?: string; CodeDeliveryDetails?: { Destination?: string } };
  try {
    response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSCognitoIdentityProviderService.ForgotPassword',
      },
      body: JSON.stringify({ ClientId: clientId, Username: username }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    });
    body = (await response.json()) as typeof body;
  } catch {
    // No response, or an unreadable one.
    throw new AppError('identity.unavailable');
  }
  if (response.ok) return body.CodeDeliveryDetails?.Destination;
  const type = String(body.__type ?? '')
    .split('#')
    .pop()!;
  if (LIMITS.has(type)) throw new AppError('rate.exceeded', { seconds: WAIT_SECONDS });
  if (response.status >= 500) throw new AppError('identity.unavailable');
  throw new AppError('recovery.failed');
}
