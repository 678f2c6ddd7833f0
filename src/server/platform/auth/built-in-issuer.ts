/**
 * The embedded identity service in `tenant_issuers` and `user_identity`. Not its address: PUBLIC_URL may change, and
 * with it the `iss` of tokens, and users must keep their accounts. No token can carry this value as its issuer.
 */
export const BUILT_IN_ISSUER = 'verva:identity';

/** The client id of the product's own browser code at the embedded identity service. */
export const WEB_CLIENT_ID = 'verva-web';

/** The `iss` of the embedded service's tokens, and the base URL of its documents. Never derived from a request's Host header. */
export function builtInIssuerUrl(publicUrl: string): string {
  return `${publicUrl.replace(/(?<!\/)\/+$/, '')}/identity`;
}
