import { Secret, TOTP } from 'otpauth';

interface IdentityTokens {
  readonly AccessToken: string;
  readonly IdToken: string;
  readonly RefreshToken: string;
}

/** Signs in to the embedded identity service as the browser does; returns the identity token. */
export async function identityToken(url: string, username: string, password = 'Verva-demo-2026'): Promise<string> {
  return (await identityTokens(url, username, password)).IdToken;
}

/** Signs in and returns all tokens. */
export async function identityTokens(url: string, username: string, password: string): Promise<IdentityTokens> {
  const body = await callIdentity(url, 'InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    ClientId: 'verva-web',
    AuthParameters: { USERNAME: username, PASSWORD: password },
  });
  if (!body.AuthenticationResult) throw new Error(`${username} cannot sign in: ${body.message}`);
  return body.AuthenticationResult;
}

/** Calls an operation of the embedded identity service. */
export async function callIdentity(
  url: string,
  operation: string,
  body: object,
): Promise<{
  readonly AuthenticationResult?: IdentityTokens;
  readonly Session?: string;
  readonly SecretCode?: string;
  readonly BackupCodes?: string[];
  readonly message?: string;
}> {
  const response = await fetch(`${url}/identity/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify(body),
  });
  return response.json();
}

/** Sets up an authenticator app for a user who has none, and returns the user's identity token. */
export async function identityTokenWithApp(url: string, username: string): Promise<string> {
  const { IdToken, AccessToken } = await identityTokens(url, username, 'Verva-demo-2026');
  const { SecretCode } = await callIdentity(url, 'AssociateSoftwareToken', { AccessToken });
  const UserCode = authenticator(SecretCode!).generate();
  const { BackupCodes } = await callIdentity(url, 'VerifySoftwareToken', { AccessToken, UserCode });
  if (!BackupCodes) throw new Error(`The authenticator app of ${username} was not accepted.`);
  return IdToken;
}

/** The authenticator app of a user. */
export function authenticator(secret: string): TOTP {
  return new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30, algorithm: 'SHA1' });
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect responses of every shape
  readonly body: any;
}

/** Creates an API client for one user. */
export function client(url: string, token: string) {
  return async function request(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const raw = typeof body === 'string' || body instanceof FormData || body instanceof Blob;
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        // FormData and Blob set their own content type.
        ...(body !== undefined && !(body instanceof FormData || body instanceof Blob)
          ? { 'content-type': 'application/json' }
          : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: raw ? (body as string | FormData | Blob) : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
}
