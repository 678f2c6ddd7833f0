import type { PasskeyOptions } from './cognito.ts';

/** Whether this browser can create and use passkeys, with the JSON forms of the Web Authentication API. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' &&
  'parseCreationOptionsFromJSON' in PublicKeyCredential &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** Lets the user create a passkey. Throws DOMException `NotAllowedError` when the user cancels. */
export async function createPasskey(options: PasskeyOptions): Promise<object> {
  const json = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json);
  return asJson(await navigator.credentials.create({ publicKey }));
}

/** Lets the user choose and confirm a passkey. Throws DOMException `NotAllowedError` when the user cancels or has none. */
export async function usePasskey(options: PasskeyOptions): Promise<object> {
  const json = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json);
  return asJson(await navigator.credentials.get({ publicKey }));
}

const asJson = (credential: Credential | null): object => (credential as PublicKeyCredential).toJSON();
