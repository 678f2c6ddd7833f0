import { listUses } from '../../../shared/contracts/reference-data.contract.ts';
import type { ServerModule } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { languageOf } from '../../platform/http/problems.ts';
import { serve } from '../../platform/http/serve.ts';
import { isUsedKind, usesOfObject } from './uses-of.ts';

/** What uses the objects that an organisation configured: /api/uses (BEY-22). */
export const uses: ServerModule = (app, context) => {
  serve(app, context, listUses, async ({ tx, params: { kind, id }, request }) => {
    if (!isUsedKind(kind)) throw new AppError('request.not_found');
    return usesOfObject(tx, kind, id, languageOf(request));
  });
};
