import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Instant, Nothing } from './shapes.contract.ts';

const strict = { additionalProperties: false } as const;

/** The address in use stays until the new one is confirmed by the link in the mail it gets. */
export const postEmailChange = endpoint({
  method: 'POST',
  path: '/api/identity/email-change',
  summary: 'Request another e-mail address of your own; asks for the password again',
  who: 'any',
  scope: null,
  body: Type.Object(
    { email: Type.String({ maxLength: 1000 }), currentPassword: Type.String({ minLength: 1, maxLength: 256 }) },
    strict,
  ),
  /** `version` is that of the person from now on. */
  reply: Type.Object({ pendingEmail: Type.String(), until: Instant, version: Type.Integer() }),
  status: 202,
  // The body holds a password; nothing of it is kept.
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
  summary: 'Withdraw a change of the e-mail address that is not confirmed yet',
  who: 'any',
  scope: null,
  reply: Nothing,
  status: 204,
});

const Token = Type.Object({ token: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }) }, strict);

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/public/identity/email-change',
  summary: 'Confirm a new e-mail address by the token of its mail',
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
  summary: 'Take a change of the e-mail address back by the token of the mail to the former address; ends all sessions',
  who: 'public',
  scope: null,
  body: Token,
  reply: Nothing,
  status: 204,
  errors: ['email_link.not_accepted', 'rate.exceeded'],
});
