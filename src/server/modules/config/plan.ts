import type { OuterCall } from '../../platform/http/call-within.ts';
import type { CompileResult } from '../processes/index.ts';
import { archiveOf, type Configuration } from './archive.rules.ts';
import { canonicalContent, digestOf } from './canonical.rules.ts';
import { expireChanges, insertChange, lockConfiguration, type NamedContent, type StoredStep } from './changes.store.ts';
import { readConfiguration } from './configuration.query.ts';
import { withEffects } from './effects.query.ts';
import { CONFIG_KINDS } from './kinds/index.ts';
import { type PlanOptions, resultOf, same, stepOf } from './plan.rules.ts';
import { rehearseTargets, type Target } from './run-steps.ts';

/** What a plan is made from. */
export interface PlanInput {
  readonly line: string;
  readonly fileSha256: string;
  /** Objects of the file; with null those that a plan to roll back removes. */
  readonly file: readonly NamedContent[];
  /** Undefined: no file of the line was applied before. */
  readonly base: readonly NamedContent[] | undefined;
  /** Kinds that the file covers. */
  readonly kinds: ReadonlySet<string>;
  readonly options: PlanOptions;
  readonly rollbackOf: string | null;
}

type ByName = ReadonlyMap<string, NamedContent>;

const nameOf = ({ kind, key }: Pick<NamedContent, 'kind' | 'key'>): string => `${kind}\n${key}`;

const byName = (objects: readonly NamedContent[]): ByName => new Map(objects.map((one) => [nameOf(one), one]));

/** Returns all objects of a configuration as the file would have them. */
export function objectsOf(configuration: Configuration): NamedContent[] {
  return configuration.flatMap(({ kind, objects }) =>
    objects.map(({ key, content }) => ({ kind: kind.id, key, content: canonicalContent(content, kind) })),
  );
}

/** Whether two states of an organisation are equal, whatever line of files they belong to. */
export const stateDigest = (configuration: Configuration): string => digestOf(archiveOf('', configuration));

/** Compares, rehearses what would be applied, and stores the plan. Returns its id. */
export async function storePlan(
  call: OuterCall,
  input: PlanInput,
  compiled: ReadonlyMap<string, CompileResult>,
): Promise<string> {
  const { tx, now } = call;
  await lockConfiguration(tx);
  await expireChanges(tx, now);
  const configuration = await readConfiguration(tx);
  const current = objectsOf(configuration);
  const compared = compare(input, current);
  const { faults, outcome } = await rehearseTargets(call, targetsOf(compared.steps), compiled, async (after) =>
    byName(objectsOf(await readConfiguration(after))),
  );
  const steps = await withEffects(tx, withoutEqual(compared.steps, outcome, new Set(faults.map(nameOf))));
  const { line, fileSha256, options, rollbackOf } = input;
  return insertChange(tx, {
    ...{ line, fileSha256, rollbackOf, steps, faults, prune: options.prune },
    currentSha256: stateDigest(configuration),
    unchanged: compared.unchanged + compared.steps.length - steps.length,
    content: rollbackOf === null ? input.file : null,
  });
}

function compare(
  { file, base, kinds, options }: PlanInput,
  current: readonly NamedContent[],
): { steps: StoredStep[]; unchanged: number } {
  const [inFile, inBase, here] = [byName(file), byName(base ?? []), byName(current)];
  const steps: StoredStep[] = [];
  let unchanged = 0;
  for (const { id: kind } of CONFIG_KINDS.filter(({ id }) => kinds.has(id))) {
    const named = [...inFile.values(), ...inBase.values(), ...here.values()].filter((one) => one.kind === kind);
    for (const name of [...new Set(named.map(nameOf))].sort()) {
      const versions = {
        file: inFile.get(name)?.content ?? null,
        current: here.get(name)?.content ?? null,
        base: base && (inBase.get(name)?.content ?? null),
      };
      const step = stepOf(versions, options);
      const { file: wanted, current: present } = versions;
      if (step) steps.push({ kind, key: name.slice(kind.length + 1), ...step, file: wanted, current: present });
      else if (inFile.has(name)) unchanged += 1;
    }
  }
  return { steps, unchanged };
}

/** What a plan would apply; of a conflict the file's version, so that its faults are known before the choice. */
const targetsOf = (steps: readonly StoredStep[]): Target[] =>
  steps.flatMap((step) => {
    const result = resultOf(step, step.action === 'conflict' ? 'file' : undefined);
    return result ? { kind: step.kind, key: step.key, content: result.content } : [];
  });

/** Leaves out objects that would be stored as they are now: an empty text is not stored, for example. */
function withoutEqual(steps: readonly StoredStep[], after: ByName, refused: ReadonlySet<string>): StoredStep[] {
  return steps.filter((step) => {
    if (step.action === 'keep' || refused.has(nameOf(step))) return true;
    return !same(after.get(nameOf(step))?.content ?? null, step.current);
  });
}

/** Returns the objects of these names, with null where they do not exist. */
export function objectsNamed(
  configuration: Configuration,
  names: readonly Pick<NamedContent, 'kind' | 'key'>[],
): NamedContent[] {
  const found = byName(objectsOf(configuration));
  return names.map(({ kind, key }) => ({ kind, key, content: found.get(nameOf({ kind, key }))?.content ?? null }));
}
