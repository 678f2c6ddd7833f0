import type { Server } from 'node:http';
import pino from 'pino';
import { buildApp, deferredActionKinds, IMPORTS, RUN_KINDS } from './app.ts';
import { handleAlerts } from './modules/alerts/index.ts';
import { handleAttachments } from './modules/attachments/index.ts';
import { handleAuditRetention, handleAuditSeals } from './modules/audit/index.ts';
import { handleDeferredActions } from './modules/deferred-actions/index.ts';
import { handleDelegations } from './modules/delegations/index.ts';
import { handleImports } from './modules/imports/index.ts';
import { handleManuals, handleReceipts, manualActions } from './modules/manuals/index.ts';
import { addProductMenu, PRODUCT_MENU } from './modules/menus/index.ts';
import { handleReminders } from './modules/notifications/index.ts';
import { handleOrganisationErasures } from './modules/organisation-erasure/index.ts';
import { handleOrganisationExports } from './modules/organisation-export/index.ts';
import { handleProcessJobs } from './modules/processes/index.ts';
import { handleIndexing, handleRecordRetention, productRegistries } from './modules/registries/index.ts';
import { handleRequestPace } from './modules/requests/index.ts';
import { handleRuns } from './modules/runs/index.ts';
import { reportSetup } from './modules/setup/index.ts';
import { handleInvitations } from './modules/signin/index.ts';
import { handleTaskMails } from './modules/task-mails/index.ts';
import { handleSnoozes } from './modules/tasks/index.ts';
import { handleUserErasures } from './modules/user-erasure/index.ts';
import { handleRefusedLinks } from './modules/users/index.ts';
import { followCallers } from './platform/auth/callers.ts';
import { createTokenVerifier } from './platform/auth/verifier.ts';
import { createClock, elapsed } from './platform/clock.ts';
import { type Config, ConfigError } from './platform/config.ts';
import { openContents } from './platform/content/open-contents.ts';
import type { AppContext } from './platform/context.ts';
import { type DatabaseHandle, migrate, openDatabase, tenancyViolations } from './platform/database.ts';
import { endConnections, trackUnused } from './platform/http/closing.ts';
import { createRateLimit } from './platform/http/rate-limit.ts';
import { createJobs } from './platform/jobs.ts';
import { createLiveHub } from './platform/live.ts';
import { createMailer } from './platform/mail.ts';
import { createMetrics } from './platform/metrics.ts';
import { createSmsGateway } from './platform/sms.ts';
import { createWebhookSender } from './platform/webhook.ts';

/** Time allowed for running requests after a stop signal. */
const STOP_MS = 10_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Starts everything; returns a function that stops it. Throws errors that `main.ts` can explain. */
export async function start(config: Config): Promise<() => Promise<void>> {
  const log = pino({
    level: config.logLevel,
    redact: ['req.headers.authorization', 'headers.authorization', '*.password', '*.token', '*.refreshToken'],
  });
  const clock = createClock();
  say(config.databaseUrl ? 'Opening PostgreSQL …' : `Opening the database in ${config.dataDir} …`);
  const db = await openDatabase({
    ...(config.databaseUrl ? { databaseUrl: config.databaseUrl } : {}),
    dataDir: config.dataDir,
    poolSize: config.poolSize,
  });
  try {
    await migrate(db, say);
    const offences = await tenancyViolations(db);
    if (offences.length > 0) {
      log.error({ offences }, 'Tables without a tenant policy');
      if (config.isProduction) throw new Error(`Tables without a tenant policy: ${offences.join('; ')}`);
    }
    if (config.isProduction && !config.allowsDemoData) await refuseDemoData(db);
    await addProductMenu(db, PRODUCT_MENU, [productRegistries]);
    const context: AppContext = {
      config,
      db,
      log,
      clock,
      elapsed,
      verifier: createTokenVerifier({
        db,
        publicUrl: config.publicUrl,
        masterKey: config.masterKey,
        clock,
        elapsed,
        log,
        privateHosts: config.identityPrivateHosts,
      }),
      live: createLiveHub(db, log, clock),
      contents: openContents(config),
      metrics: createMetrics(db),
      limit: createRateLimit({ perMinute: config.ratePerMinute, burst: config.rateBurst }),
    };
    const webhooks = createWebhookSender({ allow: config.webhookAllow });
    const mailer = config.smtpUrl ? createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom }) : undefined;
    const sms = config.smsWebhookUrl
      ? createSmsGateway({ url: config.smsWebhookUrl, token: config.smsWebhookToken })
      : undefined;
    if (config.isProduction && !mailer) log.warn('SMTP_URL is not set: e-mails are recorded but not sent');
    const jobs = createJobs(db, log, clock, {
      webhooks,
      contents: context.contents,
      keepsSecrets: config.devOutbox,
      ...(mailer ? { mailer } : {}),
      ...(sms ? { sms } : {}),
    });
    handleProcessJobs(jobs, { db, clock, webhooks, own: manualActions(config) });
    handleAlerts(jobs, context, webhooks);
    handleAttachments(jobs, { db, clock });
    handleDeferredActions(jobs, { db, log, clock }, deferredActionKinds(context));
    handleDelegations(jobs, { db, log, clock, publicUrl: config.publicUrl });
    handleRuns(jobs, context, RUN_KINDS);
    handleImports(jobs, context, IMPORTS);
    handleIndexing(jobs, context);
    handleOrganisationErasures(jobs, context);
    handleOrganisationExports(jobs, context);
    handleUserErasures(jobs, context);
    handleInvitations(jobs, context);
    handleReceipts(jobs, { db, log, clock });
    handleAuditSeals(jobs, { db, log });
    handleAuditRetention(jobs, { db, log });
    handleSnoozes(jobs, { db, log, clock });
    handleReminders(jobs, { db, clock });
    handleRequestPace(jobs, { db, clock });
    handleRecordRetention(jobs, { db, clock });
    handleRefusedLinks(jobs, { db });
    const { publicUrl, masterKey, mailGatherSeconds: gatherSeconds } = config;
    handleManuals(jobs, { db, log, clock });
    handleTaskMails(jobs, { db, log, clock, publicUrl, masterKey, gatherSeconds });
    const app = await buildApp(context);
    await context.live.start();
    const stopFollowing = await followCallers(context);
    if (config.demo) {
      const { loadDemo } = await import('./modules/demo/index.ts');
      await loadDemo(context, say);
    }
    // Started before the server is ready, so that the demo is available by then.
    const closeIntranet = config.demo && config.demoPort > 0 ? await openIntranet(context) : undefined;
    const closePortal = config.demo && config.demoPortalPort > 0 ? await serveDemoPortal(context) : undefined;
    const closeProvider = config.demo ? await serveDemoProvider(context) : undefined;
    if (config.offersSetup) await reportSetup(context);
    const unused = trackUnused(app.server);
    await app.listen({ port: config.port, host: config.host });
    await jobs.start();
    if (config.devOutbox) say(`E-mails and text messages: ${config.publicUrl}/dev/outbox`);
    say(`Verva: ${config.publicUrl}`);

    return async () => {
      const ended = endConnections(app.server, unused, app.close(), STOP_MS);
      await context.live.stop();
      await stopFollowing();
      await ended;
      await closeIntranet?.();
      await closePortal?.();
      await closeProvider?.();
      await jobs.stop(1000);
      mailer?.close();
      await db.close();
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** Refuses to start with demo data: its passwords are published in the documentation. */
async function refuseDemoData(db: DatabaseHandle): Promise<void> {
  const { demoOrganisations } = await import('./modules/demo/index.ts');
  const found = await demoOrganisations(db);
  if (found.length === 0) return;
  throw new ConfigError([
    `The database holds demo organisations (${found.join(', ')}), whose passwords are public. Use another database, or set VERVA_ALLOW_DEMO_DATA=1.`,
  ]);
}

/** Serves a demo page of another site that embeds the inbox, from its own origin. */
async function openIntranet(context: AppContext): Promise<() => Promise<void>> {
  const { serveDemoIntranet } = await import('./modules/demo/index.ts');
  const server = await serveDemoIntranet(context);
  say(`Demo intranet: http://localhost:${context.config.demoPort}, with personnel pages at /people.html`);
  return closing(server);
}

/** Serves a partner portal that embeds the manual reader, from its own origin. */
async function serveDemoPortal(context: AppContext): Promise<(() => Promise<void>) | undefined> {
  const { servePartnerPortal } = await import('./modules/demo/index.ts');
  const server = await servePartnerPortal(context);
  if (server) say(`Demo portal of a partner: http://localhost:${context.config.demoPortalPort}`);
  return server && closing(server);
}

/** Serves the identity provider of a demo organisation. */
async function serveDemoProvider(context: AppContext): Promise<(() => Promise<void>) | undefined> {
  const { serveSingleSignOn } = await import('./modules/demo/index.ts');
  const server = await serveSingleSignOn(context, say);
  return server && closing(server);
}

const closing = (server: Server) => async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
};
