import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Instant, Nothing } from './shapes.contract.ts';

const strict = { additionalProperties: false } as const;

/** The current address stays in use until the new one is confirmed by the link sent to it. */
export const postEmailChange = endpoint({
  method: 'POST',
  path: '/api/identity/email-change',
  summary: "Request a change of the caller's e-mail address; requires the password",
  who: 'any',
  scope: null,
  body: Type.Object(
    { email: Type.String({ maxLength: 1000 }), currentPassword: Type.String({ minLength: 1, maxLength: 256 }) },
    strict,
  ),
  /** `version` is the user's new version. */
  reply: Type.Object({ pendingEmail: Type.String(), until: Instant, version: Type.Integer() }),
  status: 202,
  // The body contains a password and must not be stored.
  idempotency: 'never',
  errors: [
    'user.invalid',
    'user.email_taken',
    'user.email_external',
    'user.not_found',
    'edit.conflict',
    'rate.exceeded',
  ],
});

export const deleteEmailChange = endpoint({
  method: 'DELETE',
  path: '/api/identity/email-change',
  summary: 'Withdraw an unconfirmed change of the e-mail address',
  who: 'any',
  scope: null,
  reply: Nothing,
  status: 204,
});

const Token = Type.Object({ token: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }) }, strict);

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/public/identity/email-change',
  summary: 'Confirm a new e-mail address with the token from the e-mail',
  who: 'public',
  scope: null,
  body: Token,
  reply: Nothing,
  status: 204,
  errors: ['email_link.not_accepted', 'user.email_taken', 'rate.exceeded'],
});

export const undoEmail = endpoint({
  method: 'POST',
  path: '/api/public/identity/email-undo',
  summary: 'Revert a change of the e-mail address with the token sent to the previous address; ends all sessions',
  who: 'public',
  scope: null,
  body: Token,
  reply: Nothing,
  status: 204,
  errors: ['email_link.not_accepted', 'rate.exceeded'],
});
