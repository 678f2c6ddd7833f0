import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
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

/** Connections of the API clients; a request by `fetch` costs several times the CPU time of one by `node:http`. */
const connections = new Agent({ keepAlive: true });

/** Creates an API client for one user. */
export function client(url: string, token: string) {
  return async function request(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const { content, type } = await contentOf(body);
    const { response, text } = await exchange(
      url + path,
      method,
      { authorization: `Bearer ${token}`, ...type, ...headers },
      content,
    );
    const isJson = response.headers['content-type']?.includes('json') && text !== '';
    return {
      status: response.statusCode ?? 0,
      headers: headersOf(response),
      body: isJson ? JSON.parse(text) : text,
    };
  };
}

async function contentOf(body: unknown): Promise<{ content?: string | Buffer; type?: { 'content-type': string } }> {
  if (body === undefined) return {};
  // Both set their own content type.
  if (body instanceof FormData || body instanceof Blob) {
    const packed = new Response(body);
    const type = packed.headers.get('content-type');
    const content = Buffer.from(await packed.arrayBuffer());
    return { content, ...(type ? { type: { 'content-type': type } } : {}) };
  }
  const content = typeof body === 'string' ? body : JSON.stringify(body);
  return { content, type: { 'content-type': 'application/json' } };
}

function exchange(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  content: string | Buffer | undefined,
): Promise<{ response: IncomingMessage; text: string }> {
  return new Promise((resolve, reject) => {
    // Node gives a DELETE with a body neither a length nor an encoding.
    const length = content === undefined ? {} : { 'content-length': String(Buffer.byteLength(content)) };
    const sent = httpRequest(url, { method, headers: { ...length, ...headers }, agent: connections }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve({ response, text: Buffer.concat(chunks).toString() }));
    });
    sent.on('error', reject);
    sent.end(content);
  });
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at]!, rawHeaders[at + 1]!);
  return headers;
}
