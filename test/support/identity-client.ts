interface IdentityTokens {
  readonly IdToken: string;
  readonly RefreshToken: string;
}

/** Signs in to the embedded identity service as the browser does; returns the identity token. */
export async function identityToken(url: string, username: string, password = 'Verva-demo-2026'): Promise<string> {
  return (await identityTokens(url, username, password)).IdToken;
}

/** Signs in and returns all tokens. */
export async function identityTokens(url: string, username: string, password: string): Promise<IdentityTokens> {
  const response = await fetch(`${url}/identity/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
    },
    body: JSON.stringify({
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: 'verva-web',
      AuthParameters: { USERNAME: username, PASSWORD: password },
    }),
  });
  const body = (await response.json()) as { AuthenticationResult?: IdentityTokens; message?: string };
  if (!body.AuthenticationResult) throw new Error(`${username} cannot sign in: ${body.message}`);
  return body.AuthenticationResult;
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
