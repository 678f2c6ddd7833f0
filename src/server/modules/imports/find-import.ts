import { AppError } from '../../platform/errors.ts';
import { assertMay } from '../../platform/http/serve.ts';
import type { AnyImportResource, ImportSources, ImportViewer } from './import-resource.ts';

const ADMINISTRATORS = { who: ['admin'] } as const;

/** Finds a resource whose imports the caller may run. Throws access.denied, import.not_offered. */
export async function findImport(
  { resources, find }: ImportSources,
  viewer: ImportViewer,
  name: string,
): Promise<AnyImportResource> {
  const own = resources.find((one) => one.name === name);
  if (own) assertMay(viewer.session, ADMINISTRATORS);
  const resource = own ?? (await find(viewer, name));
  if (!resource) throw new AppError('import.not_offered', { resource: name.slice(0, 64).toWellFormed() });
  return resource;
}
