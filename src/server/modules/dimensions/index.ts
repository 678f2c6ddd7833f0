import { listDimensions, listDimensionValues } from '../../../shared/contracts/reference-data.contract.ts';
import type { ServerModule } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import { lookupQueryOf, singlePage } from '../../platform/lookup.ts';
import { readDimensionId, readDimensions, readDimensionValues } from './dimensions.store.ts';

/** Dimensions of costs and contracts, for form fields: /api/dimensions. */
export const dimensions: ServerModule = (app, context) => {
  serve(app, context, listDimensions, async ({ tx, query }) =>
    singlePage(await readDimensions(tx, lookupQueryOf(query))),
  );

  serve(app, context, listDimensionValues, async ({ tx, params, query }) => {
    const asked = lookupQueryOf(query);
    const id = await readDimensionId(tx, params.id);
    if (id === undefined) throw new AppError('dimension.not_found');
    return singlePage(await readDimensionValues(tx, id, asked));
  });
};
