import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { zipFolder } from '../../platform/content/zip-folder.ts';
import type { CaseRunner } from './cases.ts';
import { DEMO_FOLDER } from './data.ts';

/** Folder with what an organisation has configured, as `npm run config -- export` writes it. */
const configurationFolder = (slug: string): string => join(DEMO_FOLDER, 'config', slug);

/** Applies the configuration of a demo organisation as a file of the settings: its catalogue and kinds of case. */
export async function applyConfiguration(slug: string, runner: CaseRunner): Promise<void> {
  const folder = configurationFolder(slug);
  if (!existsSync(folder)) return;
  const plan = await runner.planFile(zipFolder(folder));
  if (plan.faults.length > 0) throw new Error(`${folder}: ${JSON.stringify(plan.faults)}`);
  await runner.applyPlan(plan.id);
}
