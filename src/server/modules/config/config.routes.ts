import type { FastifyInstance } from 'fastify';
import { exportConfig } from '../../../shared/contracts/config.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import { serve } from '../../platform/http/serve.ts';
import { archiveOf } from './archive.rules.ts';
import { digestOf } from './canonical.rules.ts';
import { auditExport, readLine } from './config.store.ts';
import { readConfiguration } from './configuration.query.ts';

export function configRoutes(app: FastifyInstance, context: AppContext): void {
  serve<typeof exportConfig>(app, context, exportConfig, async ({ tx, session, reply }) => {
    const line = await readLine(tx);
    const archive = archiveOf(line, await readConfiguration(tx));
    await auditExport(tx, { line, userId: session.userId, sha256: digestOf(archive) });
    reply.type('application/zip').header('content-disposition', 'attachment; filename="verva-config.zip"');
    return archive as never;
  });
}
