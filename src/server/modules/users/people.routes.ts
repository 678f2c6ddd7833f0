import type { FastifyInstance } from 'fastify';
import { findPeople } from '../../../shared/contracts/session.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import { serve } from '../../platform/http/serve.ts';
import { idsOf, singlePage } from '../../platform/lookup.ts';
import { readPeople, readPeopleOf } from './people.store.ts';

/** User look-up for person fields. */
export function peopleRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, findPeople, async ({ tx, query }) => {
    const keys = idsOf(query.ids);
    return singlePage(keys ? await readPeopleOf(tx, keys) : await readPeople(tx, query.q?.trim().toLowerCase() ?? ''));
  });
}
