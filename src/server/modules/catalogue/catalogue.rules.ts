import type { BlockedReason, ItemKind } from '../../../shared/contracts/catalogue.contract.ts';
import type { Texts } from '../../../shared/contracts/shapes.contract.ts';
import { textOf } from '../../../shared/forms/index.ts';
import type { CallerSession } from '../../platform/session.ts';
import type { Definition } from '../processes/index.ts';

type Reader = Pick<CallerSession, 'groups' | 'isAdmin' | 'items'>;

/** Whether the rules of the item itself let a user find it; its process has rules of its own. */
export function mayFind(item: { readonly id: string; readonly groups: readonly string[] }, reader: Reader): boolean {
  if (reader.items && !reader.items.includes(item.id)) return false;
  return reader.isAdmin || item.groups.length === 0 || item.groups.some((group) => reader.groups.includes(group));
}

/** What decides whether an item can be started. */
export interface ItemState {
  readonly kind: ItemKind;
  readonly isActive: boolean;
  readonly hasProcess: boolean;
  readonly isSuspended: boolean;
  /** The start form is published; true without a form. */
  readonly hasForm: boolean;
  /** The registry of the records is in use; true without one. */
  readonly hasRegistry: boolean;
}

/** Returns why no user can start an item, or null. */
export function blockedReason(item: ItemState): BlockedReason | null {
  if (!item.isActive) return 'inactive';
  if (item.kind === 'link') return null;
  if (!item.hasRegistry) return 'registry_missing';
  if (item.kind === 'record') return null;
  if (!item.hasProcess) return 'process_missing';
  if (item.isSuspended) return 'suspended';
  return item.hasForm ? null : 'form_missing';
}

export function keywordsIn(keywords: Texts, language: string): string[] {
  return wordsOf(textOf(keywords, language));
}

const wordsOf = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);

/** Returns the texts of the other languages, so that a search finds an item by the words of each. */
export function otherTexts(texts: readonly Texts[], shown: readonly string[]): string[] {
  const all = texts.flatMap((one) => Object.values(one)).filter((text) => text !== '' && !shown.includes(text));
  return [...new Set(all)];
}

/** Maximum number of first tasks that are named before the start. */
const FIRST_TASKS = 5;

/** Returns the user tasks that a start reaches first, in the order of the model. */
export function firstTasks(definition: Definition): Definition['nodes'][string][] {
  const found: Definition['nodes'][string][] = [];
  const seen = new Set<string>();
  const queue = [...(definition.nodes[definition.root]?.starts ?? [])];
  while (queue.length > 0 && found.length < FIRST_TASKS) {
    const node = definition.nodes[queue.shift()!];
    if (!node || seen.has(node.id)) continue;
    seen.add(node.id);
    if (node.kind === 'user') found.push(node);
    else if (node.starts.length > 0) queue.push(...node.starts);
    else queue.push(...node.out.map((flow) => definition.flows[flow]!.to));
  }
  return found;
}

/** Fields of a start form that say what a case is about. */
const TITLE_FIELDS = ['subject', 'title'] as const;
const TITLE_MAX = 200;

/** Returns what a case is about: the given subject, or the value of the form's field for it. */
export function titleOf(subject: string | undefined, values: Readonly<Record<string, unknown>>): string {
  const field = TITLE_FIELDS.map((key) => values[key]).find((value) => typeof value === 'string' && value !== '');
  return String(subject?.trim() || field || '')
    .slice(0, TITLE_MAX)
    .toWellFormed();
}
