import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { SECOND_FACTORS } from './second-factor.rules.ts';
import { SESSION_HOURS_MAX } from './session-life.rules.ts';
import { literals, nullable } from './shapes.contract.ts';

/** How the organisation's users sign in. */
export const SignInSettings = Type.Object(
  {
    /** Who must sign in with a second factor: no user, administrators, or all users with a password in Verva. */
    secondFactor: literals(...SECOND_FACTORS),
    /** Hours after which users sign in again. */
    sessionHours: Type.Integer({ minimum: 1, maximum: SESSION_HOURS_MAX }),
    /** Hours without use after which users sign in again; null: only `sessionHours` counts. */
    idleHours: nullable(Type.Integer({ minimum: 1, maximum: SESSION_HOURS_MAX })),
  },
  { additionalProperties: false },
);
export type SignInSettings = Static<typeof SignInSettings>;

export const getSignInSettings = endpoint({
  method: 'GET',
  path: '/api/sign-in-settings',
  summary: "How the organisation's users sign in",
  who: ['admin'],
  scope: null,
  reply: SignInSettings,
});

/** Applies from the next sign-in of each user; sessions stay valid. Omitted members stay as they are. */
export const putSignInSettings = endpoint({
  method: 'PUT',
  path: '/api/sign-in-settings',
  summary: "Set how the organisation's users sign in",
  who: ['admin'],
  scope: null,
  recent: true,
  body: Type.Partial(SignInSettings, { additionalProperties: false }),
  reply: SignInSettings,
});
