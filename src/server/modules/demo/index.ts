import type { Server } from 'node:http';
import { sql } from 'kysely';
import type { AppContext } from '../../platform/context.ts';
import { hashPassword } from '../signin/index.ts';
import { createCaseRunner } from './cases.ts';
import { applyConfiguration } from './configuration.ts';
import { readAccounts, readCases, readOrganisations } from './data.ts';
import { makeHr } from './hr.ts';
import { admitPersonnel, allowPages, serveIntranet } from './intranet.ts';
import { makeManuals } from './manuals.ts';
import { addGuest, type MadeOrganisation, makeOrganisation } from './organisation.ts';
import { admitPortal } from './portal.ts';
import { servePortal } from './portal-server.ts';
import { makeRegistries } from './registries.ts';

export { demoOrganisations } from './detect.ts';
export { serveSingleSignOn } from './single-sign-on.ts';

const LOADED_KEY = 'demo.loaded';
/** The port, an organisation whose partner has a portal. */
const PORT = 'pohjaranna';

/** Loads the demo organisations into an empty database and prints their sign-ins. The configuration refuses it in production. */
export async function loadDemo(context: AppContext, say: (line: string) => void): Promise<void> {
  if (context.config.isProduction) throw new Error('Demo data is not for production: its passwords are public.');
  const { password, accounts } = readAccounts();
  const state = await demoState(context);
  if (state === 'other') return;
  if (state === 'none') await load(context, password, say);
  if (state === 'half') {
    say('The demo data is incomplete, because loading it was interrupted. Delete the data folder and start again.');
  }
  await openToPages(context);
  say('');
  say(`Demo accounts, password ${password}:`);
  const shown = accounts.filter(({ singleSignOn }) => !singleSignOn || context.config.demoIdpPort > 0);
  for (const { username, what } of shown) say(`  ${username.padEnd(16)} ${what}`);
  say('');
}

/** The ports of the intranet and of the partner's portal can change at each start. */
async function openToPages({ db, config }: AppContext): Promise<void> {
  const slugs = readOrganisations().map(({ slug }) => slug);
  const { rows } = await db.systemTransaction((tx) =>
    sql<{ id: number }>`SELECT id FROM tenant WHERE slug = ANY(${slugs}::text[])`.execute(tx),
  );
  const ids = rows.map(({ id }) => id);
  for (const port of [config.demoPort, config.demoPortalPort]) if (port > 0) await allowPages(db, ids, port);
}

/** Starts the portal of the port's partner, where its users read manuals. Undefined without the demo organisation. */
export async function servePartnerPortal({ db, config }: AppContext): Promise<Server | undefined> {
  const id = await portId(db);
  return id === undefined ? id : servePortal(config.demoPortalPort, config.publicUrl, await admitPortal(db, id));
}

/** Starts the intranet, with personnel pages where the demo organisation exists. */
export async function serveDemoIntranet({ db, config }: AppContext): Promise<Server> {
  const id = await portId(db);
  const personnel = id === undefined ? undefined : await admitPersonnel(db, id);
  return serveIntranet(config.demoPort, config.publicUrl, personnel);
}

async function portId(db: AppContext['db']): Promise<number | undefined> {
  const { rows } = await db.systemTransaction((tx) =>
    sql<{ id: number }>`SELECT id FROM tenant WHERE slug = ${PORT}`.execute(tx),
  );
  return rows[0]?.id;
}

/** `none`: no organisation at all; `other`: an installation with its own organisations. */
async function demoState({ db }: AppContext): Promise<'none' | 'half' | 'loaded' | 'other'> {
  const tenants = await db.systemTransaction((tx) =>
    sql<{ id: number; slug: string }>`SELECT id, slug FROM tenant ORDER BY id`.execute(tx),
  );
  if (tenants.rows.length === 0) return 'none';
  const provider = tenants.rows.find(({ slug }) => slug === 'verva');
  if (!provider) return 'other';
  const { rows } = await db.tenantTransaction({ tenantId: provider.id, userId: null }, (tx) =>
    sql`SELECT 1 FROM tenant_setting WHERE key = ${LOADED_KEY}`.execute(tx),
  );
  return rows.length > 0 ? 'loaded' : 'half';
}

async function load(context: AppContext, password: string, say: (line: string) => void): Promise<void> {
  const organisations = readOrganisations();
  const passwordHash = await hashPassword(password);
  const made = new Map<string, MadeOrganisation>();
  for (const demo of organisations) {
    const organisation = await makeOrganisation(context, demo, passwordHash);
    made.set(demo.slug, organisation);
    const runner = await createCaseRunner(context, demo, organisation);
    const now = context.clock();
    const cases = demo.processes
      .flatMap((process) => readCases(demo.slug, process, demo.timeZone, now))
      .toSorted((a, b) => a.startedAt.localeCompare(b.startedAt));
    for (const one of cases) await runner.play(one);
    await makeManuals(context, demo, organisation, runner);
    await makeRegistries(context, demo, organisation, runner);
    await applyConfiguration(demo.slug, runner);
    await makeHr(context, demo, organisation, runner);
    await runner.close();
    // Notifications from the demo's past are discarded: e-mails begin with what a visitor does.
    await context.db.tenantTransaction({ tenantId: organisation.tenantId, userId: null }, (tx) =>
      sql`UPDATE notification SET told_at = ${now} WHERE told_at IS NULL`.execute(tx),
    );
    say(`Demo: ${demo.name}, ${demo.people.length} people, ${cases.length} cases`);
  }
  const provider = made.get('verva')!;
  for (const [slug, { tenantId }] of made) {
    if (slug === 'verva') continue;
    const groups = ['verva.admin'];
    const sub = provider.subs.get('grete.norden')!;
    await addGuest(context, tenantId, { sub, username: 'grete.norden', name: 'Grete Norden', groups });
  }
  await context.db.tenantTransaction({ tenantId: provider.tenantId, userId: null }, (tx) =>
    sql`INSERT INTO tenant_setting (key, value) VALUES (${LOADED_KEY}, 'true')`.execute(tx),
  );
}
