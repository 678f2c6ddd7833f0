import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { SECOND_FACTORS } from './second-factor.rules.ts';
import { literals } from './shapes.contract.ts';

/** How the organisation's users sign in. */
export const SignInSettings = Type.Object(
  {
    /** Who must sign in with a second factor: no user, administrators, or all users with a password in Verva. */
    secondFactor: literals(...SECOND_FACTORS),
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

/** Users without a second factor set one up at their next sign-in; sessions stay valid. */
export const putSignInSettings = endpoint({
  method: 'PUT',
  path: '/api/sign-in-settings',
  summary: "Set how the organisation's users sign in",
  who: ['admin'],
  scope: null,
  recent: true,
  body: SignInSettings,
  reply: SignInSettings,
});
