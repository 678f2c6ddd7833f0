import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { SECOND_FACTORS } from './second-factor.rules.ts';
import { SESSION_HOURS_MAX } from './session-life.rules.ts';
import { literals, nullable } from './shapes.contract.ts';
import { SIGN_IN_MODES } from './sign-in-modes.rules.ts';

/** How the organisation's users sign in. */
export const SignInSettings = Type.Object(
  {
    /** Ways to sign in that the organisation allows; null: another identity service keeps the accounts. */
    modes: nullable(Type.Array(literals(...SIGN_IN_MODES), { maxItems: SIGN_IN_MODES.length })),
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

/** As `getSignInSettings`, of any organisation for the provider. */
export const getOrganisationSignIn = endpoint({
  method: 'GET',
  path: '/api/tenants/{tenantId}/sign-in-settings',
  summary: 'How the users of an organisation sign in',
  who: ['admin'],
  scope: null,
  reply: SignInSettings,
  errors: ['tenant.not_found'],
});

const faults = ['sign_in.no_mode', 'sign_in.no_provider', 'sign_in.locks_out', 'sign_in.external'] as const;

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
  errors: faults,
});

/** As `putSignInSettings`, of any organisation for the provider. */
export const putOrganisationSignIn = endpoint({
  method: 'PUT',
  path: '/api/tenants/{tenantId}/sign-in-settings',
  summary: 'Set how the users of an organisation sign in',
  who: ['admin'],
  scope: null,
  recent: true,
  body: Type.Partial(SignInSettings, { additionalProperties: false }),
  reply: SignInSettings,
  errors: ['tenant.not_found', ...faults],
});
