import type { Tx } from '../../platform/database.ts';
import type { Configuration } from './archive.rules.ts';
import { byCodeUnit } from './canonical.rules.ts';
import { CONFIG_KINDS } from './kinds/index.ts';

/** Reads the whole configuration of the organisation; objects of a kind by key. */
export async function readConfiguration(tx: Tx): Promise<Configuration> {
  const found: Configuration[number][] = [];
  for (const kind of CONFIG_KINDS) {
    const objects = await kind.read(tx);
    found.push({ kind, objects: objects.toSorted((a, b) => byCodeUnit(a.key, b.key)) });
  }
  return found;
}
