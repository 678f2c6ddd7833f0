import { type FormBody, type Texts, textOf } from '../../../../shared/forms/index.ts';
import type { Edit, NodeLabel } from '../../edits/edit.ts';
import { nodeLabel } from '../../edits/edit.ts';
import { withText } from '../../edits/member-edits.ts';
import { type NodeId, placesOf } from '../../edits/tree.ts';

/** Purpose of a text. */
type TextPlace =
  | 'label'
  | 'title'
  | 'hint'
  | 'because'
  | 'content'
  | 'unit'
  | 'addLabel'
  | 'rowLabel'
  | 'patternMessage'
  | 'option'
  | 'message'
  | 'confirm';

/** One text of a form in all languages. */
export interface FormText {
  /** JSON pointer into the definition. */
  readonly pointer: string;
  readonly place: TextPlace;
  /** Node the text belongs to; null for the form, its rules and outcomes. */
  readonly node: NodeId | null;
  readonly label: NodeLabel;
  /** Id of the option, rule or outcome. */
  readonly id: string | null;
  readonly texts: Texts;
}

const MEMBERS = [
  'label',
  'title',
  'hint',
  'because',
  'content',
  'unit',
  'addLabel',
  'rowLabel',
  'patternMessage',
] as const;

/** All texts visible to users, in form order. */
export function textsOf(body: FormBody): readonly FormText[] {
  const found: FormText[] = [];
  const form = nodeLabel(undefined);
  const add = (text: Omit<FormText, 'texts'>, texts: unknown) => {
    if (areTexts(texts)) found.push({ ...text, texts });
  };
  add({ pointer: '/title', place: 'title', node: null, label: form, id: null }, body.title);
  for (const { id: node, node: one, pointer } of placesOf(body).values()) {
    const own = { node, label: nodeLabel(one), id: null } as const;
    for (const place of MEMBERS) {
      if (place in one)
        add(
          { ...own, pointer: `${pointer}/${place}`, place },
          (one as unknown as Readonly<Record<string, unknown>>)[place],
        );
    }
    const options = 'options' in one ? (one.options ?? []) : [];
    for (const [index, { id, text }] of options.entries()) {
      add({ ...own, pointer: `${pointer}/options/${index}/text`, place: 'option', id }, text);
    }
  }
  for (const [index, { id, message }] of (body.rules ?? []).entries()) {
    add({ pointer: `/rules/${index}/message`, place: 'message', node: null, label: form, id }, message);
  }
  for (const [index, { id, label, confirm }] of (body.outcomes ?? []).entries()) {
    add({ pointer: `/outcomes/${index}/label`, place: 'label', node: null, label: form, id }, label);
    add({ pointer: `/outcomes/${index}/confirm`, place: 'confirm', node: null, label: form, id }, confirm);
  }
  return found;
}

export function isMissing({ texts }: FormText, languageId: string): boolean {
  return (texts[languageId] ?? '').trim() === '';
}

/** Number of texts missing in a language. */
export function missingIn(texts: readonly FormText[], languageId: string): number {
  return texts.filter((text) => isMissing(text, languageId)).length;
}

/** Sets one text in one language. The last remaining text of a member cannot be removed. */
export function putText({ pointer, label: name, place }: FormText, languageId: string, text: string): Edit {
  return (body, selection) => {
    const parts = pointer.split('/').slice(1);
    const now = parts.reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], body);
    if (!areTexts(now) || (textOf(now, languageId) === text && languageId in now)) return null;
    const next = withText(now, languageId, text);
    if (!next) return null;
    const changed = put(body, parts, next) as FormBody;
    return { body: changed, selection, summary: { what: 'changed', node: name, count: 1, member: place } };
  };
}

function areTexts(value: unknown): value is Texts {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function put(value: unknown, [part, ...rest]: readonly string[], next: unknown): unknown {
  if (part === undefined) return next;
  if (Array.isArray(value)) return value.with(Number(part), put(value[Number(part)], rest, next));
  const object = value as Record<string, unknown>;
  return { ...object, [part]: put(object[part], rest, next) };
}
