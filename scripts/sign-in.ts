import { readFileSync } from 'node:fs';

/** Signs in with the password of standard input. Returns an identity token. */
export async function signIn(url: string, username: string): Promise<string> {
  const password = readFileSync(0, 'utf8').split(/\r?\n/, 1)[0] ?? '';
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
  const { AuthenticationResult, ChallengeName, message } = (await response.json()) as {
    AuthenticationResult?: { IdToken: string };
    ChallengeName?: string;
    message?: string;
  };
  if (AuthenticationResult) return AuthenticationResult.IdToken;
  if (!ChallengeName) throw new Error(`${username} cannot sign in: ${message ?? response.status}`);
  throw new Error(`${username} has to sign in with ${ChallengeName}: give an identity token in VERVA_TOKEN instead.`);
}
