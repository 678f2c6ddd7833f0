import { isObject } from './check-shape.ts';
import { type FormBody, type FormNode, isLayout } from './definition.ts';

/** Maximum nesting that the builder accepts; valid definitions are far less deep. */
const MAX_DEPTH = 32;
const TEXTS = ['label', 'hint', 'title', 'because', 'addLabel', 'rowLabel', 'unit', 'patternMessage', 'content'];

/**
 * Whether a draft has the structure of a form, despite errors, so that it can be shown and edited: parts are objects
 * with a type and a name, texts are texts, lists are lists. Does not check their content.
 */
export function isDrawable(body: unknown): body is FormBody {
  if (!isObject(body) || typeof body.id !== 'string' || !isTexts(body.title)) return false;
  if (!isObject(body.root) || !Array.isArray(body.root.children)) return false;
  return (
    isNode(body.root, 0) &&
    isListOf(body.rules, (rule) => isNamedBy(rule, 'id') && isCondition(rule.assert, 0) && isTexts(rule.message)) &&
    isListOf(body.outcomes, (one) => isNamedBy(one, 'id') && isTexts(one.label) && isTexts(one.confirm, true))
  );
}

type Entry = Record<string, unknown>;

function isListOf(value: unknown, test: (entry: Entry) => boolean): boolean {
  return value === undefined || (Array.isArray(value) && value.every((entry) => isObject(entry) && test(entry)));
}

function isNamedBy(value: Entry, name: 'id' | 'key'): boolean {
  return typeof value[name] === 'string';
}

function isTexts(value: unknown, optional = false): boolean {
  if (value === undefined) return optional;
  return isObject(value) && Object.values(value).every((text) => typeof text === 'string');
}

function isCondition(value: unknown, depth: number): boolean {
  if (!isObject(value) || depth > MAX_DEPTH) return false;
  const parts = value.all ?? value.any;
  if (parts !== undefined) return Array.isArray(parts) && parts.every((part) => isCondition(part, depth + 1));
  if ('not' in value) return isCondition(value.not, depth + 1);
  return typeof (value.expr ?? value.field) === 'string';
}

/** Accepts `undefined`, plain values, and objects only if they are a condition or an expression. */
function isPlainOrCondition(value: unknown): boolean {
  return typeof value !== 'object' || isCondition(value, 0);
}

function isNode(node: unknown, depth: number): boolean {
  if (!isObject(node) || typeof node.type !== 'string' || depth > MAX_DEPTH) return false;
  if (!TEXTS.every((name) => isTexts(node[name], true)) || !isPlainOrCondition(node.visible)) return false;
  if (node.children !== undefined || isLayout(node as unknown as FormNode)) {
    return (
      isNamedBy(node, 'id') && Array.isArray(node.children) && node.children.every((one) => isNode(one, depth + 1))
    );
  }
  if (node.type === 'richText') return isNamedBy(node, 'id') && isTexts(node.content);
  return (
    isNamedBy(node, 'key') &&
    isTexts(node.label) &&
    ['required', 'readOnly', 'min', 'max'].every((name) => isPlainOrCondition(node[name])) &&
    isListOf(node.options, (option) => isNamedBy(option, 'id') && isTexts(option.text)) &&
    isSource(node.source) &&
    ['totals', 'suggestions', 'accept'].every((name) => isTextList(node[name])) &&
    (node.columns === undefined
      ? node.type !== 'table' && node.type !== 'group'
      : Array.isArray(node.columns) && node.columns.every((column) => isNode(column, depth + 1)))
  );
}

function isSource(value: unknown): boolean {
  return value === undefined || (isObject(value) && (value.filter === undefined || isObject(value.filter)));
}

function isTextList(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.every((entry) => typeof entry === 'string'));
}
