import type { ServerModule } from '../../platform/context.ts';
import { tagRoutes } from './tags.routes.ts';

export { tagsImport } from './tags.import.ts';
export { tagsResource } from './tags.resource.ts';
export { readTagsOf, replaceTags, usesOfTag } from './tags.store.ts';

/** Tags of users: /api/identity/tags. */
export const tags: ServerModule = tagRoutes;
