import type { ServerModule } from '../../platform/context.ts';
import { createIdentityService } from './service.ts';
import { signinRoutes } from './signin.routes.ts';
import { identityWire } from './wire.ts';

export { hashPassword } from './passwords.ts';
export { addMembership, createPerson } from './people.ts';

/** The embedded identity service and the endpoints around signing in. */
export const signin: ServerModule = async (app, context) => {
  const { config, db, clock, verifier } = context;
  const service = createIdentityService({
    db,
    verifier,
    clock,
    publicUrl: config.publicUrl,
    hidesUnknownUsers: config.preventUserExistenceErrors === 'ENABLED',
  });
  await app.register((scope) => identityWire(scope, service), { prefix: '/identity' });
  signinRoutes(app, context, service);
};
