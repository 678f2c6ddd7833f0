import { createHash } from 'node:crypto';
import { isBlockId } from '../../../../shared/manual-html/allowed.ts';
import { type Block, type Run, textOf } from './model.ts';

/** Nested blocks that always have an id: questions refer to them, and a difference distinguishes them. */
const OWN_ID = new Set(['li', 'tr']);

function* each(blocks: readonly Block[], top = true): Generator<{ block: Block; top: boolean }> {
  for (const block of blocks) {
    yield { block, top };
    yield* each(block.children ?? [], false);
  }
}

const runsOf = (blocks: readonly Block[]): Run[] => [...each(blocks)].flatMap(({ block }) => block.runs ?? []);

/**
 * Derives an id from the content of a block, so that sanitising the same text without ids gives the same ids again. Blocks
 * with equal content get different ids.
 */
function madeId(block: Block, taken: ReadonlySet<string>, seen: Map<string, number>): string {
  const text = `${block.name}\n${textOf(block)}`;
  for (let turn = seen.get(text) ?? 0; ; turn += 1) {
    const hash = createHash('sha256').update(`${text}\n${turn}`).digest();
    const id = `b-${hash.readBigUInt64BE().toString(36).padStart(13, '0').slice(-10)}`;
    if (taken.has(id)) continue;
    seen.set(text, turn + 1);
    return id;
  }
}

/** Gives each block a unique id and updates links within the text. */
export function settleIds(blocks: readonly Block[]): void {
  const taken = new Set<string>();
  for (const { block } of each(blocks)) {
    const { id } = block.attributes;
    if (id !== undefined && !taken.has(id)) taken.add(id);
    else delete block.attributes.id;
  }
  const targets = new Set(
    runsOf(blocks).flatMap(({ style }) => (style.href?.startsWith('#') ? [style.href.slice(1)] : [])),
  );
  const known = new Map<string, string>();
  const seen = new Map<string, number>();
  for (const { block, top } of each(blocks)) {
    const needed =
      top || OWN_ID.has(block.name) || (block.name !== '' && block.aliases.some((one) => targets.has(one)));
    if (needed && block.attributes.id === undefined) {
      block.attributes.id = madeId(block, taken, seen);
      taken.add(block.attributes.id);
    }
    const { id } = block.attributes;
    if (id === undefined) continue;
    for (const alias of block.aliases) if (!known.has(alias) && !taken.has(alias)) known.set(alias, id);
  }
  for (const { block } of each(blocks)) {
    block.runs = block.runs?.map((run) => withUpdatedLink(run, known)) as Run[];
    if (!block.runs) delete block.runs;
  }
}

function withUpdatedLink(run: Run, known: ReadonlyMap<string, string>): Run {
  const { href, marks } = run.style;
  if (!href?.startsWith('#')) return run;
  const id = known.get(href.slice(1)) ?? href.slice(1);
  return { ...run, style: isBlockId(id) ? { marks, href: `#${id}` } : { marks } };
}
