import { ALLOWED } from '../../../../shared/manual-html/allowed.ts';
import { type Block, MARKS, type Run } from './model.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u00a0': '&nbsp;',
};
const escapeText = (text: string) => text.replace(/[&<>\u00a0]/g, (one) => ENTITIES[one]!);
const escapeValue = (text: string) => text.replace(/[&<>"\u00a0]/g, (one) => ENTITIES[one]!);

/** Returns a start tag with its attributes in the order of the allow list. */
function startTag(name: string, attributes: Readonly<Record<string, string>>): string {
  const order = ['id', 'lang', 'dir', ...(ALLOWED[name] ?? []), 'data-change'];
  const written = order.flatMap((key) => {
    const value = attributes[key];
    return value === undefined ? [] : [` ${key}="${escapeValue(value)}"`];
  });
  return `<${name}${written.join('')}>`;
}

/** Returns the elements around a run, outermost first. */
function around(run: Run): { name: string; attributes: Record<string, string> }[] {
  const marks = MARKS.filter((mark) => run.style.marks.has(mark)).map((name) => ({ name, attributes: {} }));
  const link = run.style.href === undefined ? [] : [{ name: 'a', attributes: { href: run.style.href } }];
  const change = run.change ? [{ name: run.change, attributes: {} }] : [];
  return [...change, ...link, ...marks];
}

function writeRun(run: Run): string {
  if ('text' in run) return escapeText(run.text);
  return 'image' in run ? startTag('img', run.image) : '<br>';
}

function writeRuns(runs: readonly Run[]): string {
  const open: { name: string; tag: string }[] = [];
  const parts: string[] = [];
  const closeTo = (length: number) => {
    while (open.length > length) parts.push(`</${open.pop()!.name}>`);
  };
  for (const run of runs) {
    const wanted = around(run).map(({ name, attributes }) => ({ name, tag: startTag(name, attributes) }));
    let same = 0;
    while (same < open.length && open[same]?.tag === wanted[same]?.tag) same += 1;
    closeTo(same);
    for (const one of wanted.slice(same)) {
      open.push(one);
      parts.push(one.tag);
    }
    parts.push(writeRun(run));
  }
  closeTo(0);
  return parts.join('');
}

/**
 * Returns the html of a block in canonical form, so that the same text has the same hash. Without ids, blocks with the same
 * content have the same html.
 */
export function printBlock(block: Block, withIds = true): string {
  const within = block.runs
    ? writeRuns(block.runs)
    : (block.children ?? []).map((child) => printBlock(child, withIds)).join('');
  if (block.name === '') return within;
  const { id, ...others } = block.attributes;
  const attributes = withIds && id !== undefined ? { id, ...others } : others;
  const start = startTag(block.name, block.change ? { ...attributes, 'data-change': block.change } : attributes);
  return block.name === 'hr' ? start : `${start}${within}</${block.name}>`;
}
