import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';

const strict = { additionalProperties: false } as const;

export const SetupState = Type.Object({
  /** `open`: no organisation exists yet; `done`: this installation is set up. */
  state: Type.Union([Type.Literal('open'), Type.Literal('done')]),
  /** `external`: another service keeps the accounts, and the first administrator is created by a command. */
  identity: Type.Union([Type.Literal('embedded'), Type.Literal('external')]),
  /** Whether the server has a mail server. */
  sendsMail: Type.Boolean(),
});
export type SetupState = Static<typeof SetupState>;

export const getSetup = endpoint({
  method: 'GET',
  path: '/api/public/setup',
  summary: 'Return whether this installation is set up',
  who: 'public',
  scope: null,
  reply: SetupState,
});

/** Creates the provider's organisation and its first administrator, once, with the token of the link in the server's log. */
export const postSetup = endpoint({
  method: 'POST',
  path: '/api/public/setup',
  summary: 'Create the first organisation and its administrator',
  who: 'public',
  scope: null,
  body: Type.Object(
    {
      token: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }),
      organisation: Type.Object(
        {
          name: Type.String({ maxLength: 1000 }),
          /** IANA name. */
          timeZone: Type.String({ maxLength: 100 }),
          languageId: Type.Union([Type.Literal('en'), Type.Literal('et'), Type.Literal('ru'), Type.Literal('zh')]),
        },
        strict,
      ),
      administrator: Type.Object(
        {
          name: Type.String({ maxLength: 1000 }),
          username: Type.String({ maxLength: 1000 }),
          email: Type.String({ maxLength: 1000 }),
          password: Type.String({ maxLength: 256 }),
        },
        strict,
      ),
    },
    strict,
  ),
  /** The username as stored. */
  reply: Type.Object({ username: Type.String() }),
  status: 201,
  // The body contains a password and must not be stored.
  idempotency: 'never',
  errors: ['setup.invalid', 'setup.done', 'setup.link_not_accepted', 'setup.external'],
});
