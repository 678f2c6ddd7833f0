import { listUses, UseKind } from '../../../shared/contracts/reference-data.contract.ts';
import type { ServerModule } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { languageOf } from '../../platform/http/problems.ts';
import { serve } from '../../platform/http/serve.ts';
import { usesOf } from './uses.ts';

export { findReferences } from './find-references.ts';
export { assertUsable, usesOfForm } from './form-uses.ts';
export { replaceUses, usesOf } from './uses.ts';

const KINDS = UseKind.anyOf.map((kind) => kind.const);

/** Usage of dropdowns and dimensions, and look-up of references in form values: /api/uses. */
export const references: ServerModule = (app, context) => {
  serve(app, context, listUses, async ({ tx, params, request }) => {
    const kind = KINDS.find((one) => one === params.kind);
    if (!kind) throw new AppError('request.not_found');
    return usesOf(tx, { kind, id: params.id }, languageOf(request));
  });
};
