import type { FastifyInstance } from 'fastify';
import { getRights, getUserRights, putRightSettings } from '../../../shared/contracts/rights.contract.ts';
import { dayOf } from '../../../shared/locale/days.ts';
import type { AppContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import { findUser, personOfPath } from '../users/index.ts';
import { confidentialOf, rightsOf } from './rights.rules.ts';
import { readGranted, readMemberships, readPlaces, readRegistryAccess } from './rights.store.ts';
import { readRightSettings, writeRightSettings } from './settings.store.ts';

export function rightsRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, getRights, async ({ tx }) => ({
    ...(await readGranted(tx)),
    settings: await readRightSettings(tx),
  }));

  serve(app, context, putRightSettings, async ({ tx, body }) => {
    await writeRightSettings(tx, body);
    return body;
  });

  serve(app, context, getUserRights, async ({ tx, params, session, now }) => {
    const found = await findUser(tx, personOfPath(params.userId, session));
    if (!found || found.status === 'erased') throw new AppError('user.not_found');
    const { id, key, name, avatar, status } = found;
    const memberships = await readMemberships(tx, key);
    const groups = memberships.map((group) => group.id);
    return {
      user: avatar === null ? { id, key, name } : { id, key, name, avatar },
      isActive: status === 'active',
      memberships,
      rights: rightsOf(groups),
      confidential: confidentialOf(await readRightSettings(tx), groups),
      registries: await readRegistryAccess(tx, groups, session.languageId),
      ...(await readPlaces(tx, key, dayOf(now, session.timeZone))),
    };
  });
}
