import { checkDefinition } from '../check-definition.ts';
import type { FormBody } from '../definition.ts';
import type { FaultParams } from '../definition-faults.ts';
import { Carrier, type Component, type Draft, isComponent, listIn, memberIn, type Scope, textIn } from './carrier.ts';
import { contentOfHtml } from './content.ts';
import { FormIoReader } from './form-io.ts';
import { FormJsReader } from './form-js.ts';
import { type ImportedComponent, type ImportNote, Report } from './report.ts';
import { Tidier } from './tidy.ts';

export type { ImportCode } from './report.ts';

type ImportSource = 'form-js' | 'form-io' | 'verva';

export interface ImportedForm {
  /** `null` for an unknown format. */
  readonly source: ImportSource | null;
  /** Always accepted by `checkDefinition`; `null` if nothing could be imported. */
  readonly body: FormBody | null;
  /** What was changed or left out. */
  readonly report: readonly ImportNote[];
  readonly components: readonly ImportedComponent[];
}

interface ImportOptions {
  /** Language of its texts; English by default. */
  readonly languageId?: string;
  /** Title to use if the schema has none, as in form-js. */
  readonly title?: string;
}

const WHOLE = { pointer: '', component: '' } as const;
const NESTED = ['form', 'schema', 'value', 'data'] as const;

/**
 * Converts a schema of form-js (Camunda) or a definition of Form.io to a form, and reports what could not be carried
 * over. A valid definition of this product is returned unchanged. Accepts any JSON; never throws.
 */
export function importForm(json: unknown, { languageId = 'en', title = '' }: ImportOptions = {}): ImportedForm {
  const { source, form, pointer } = found(json);
  if (source === null) {
    const report = new Report();
    report.note(WHOLE, 'format.unknown');
    return { source, body: null, report: report.notes, components: [] };
  }
  if (source === 'verva') return unchanged(form);
  const carrier = new Carrier(languageId);
  const scope: Scope = { path: [], table: null, keys: new Set() };
  const at = `${pointer}/components`;
  const isWizard = textIn(form.display) === 'wizard';
  const children =
    source === 'form-js'
      ? new FormJsReader(carrier).read(form.components, at, scope)
      : new FormIoReader(carrier).form(form.components, at, scope, isWizard);
  carrier.finish();
  const name =
    contentOfHtml(textIn(form.title).slice(0, 500)).html.replace(/<[^<>]*>/g, '') ||
    title ||
    textIn(form.name) ||
    textIn(form.id);
  const body: Draft & { root: Draft } = {
    type: '',
    formatVersion: 1,
    id: idOf(textIn(form.name) || textIn(form.path) || textIn(form.id) || name),
    title: carrier.label(name, WHOLE) ?? carrier.texts('Form'),
    root: { type: 'stack', id: carrier.id('root'), children },
    ...(carrier.rules.length > 0 && { rules: carrier.rules.slice(0, 100) }),
    ...(carrier.outcomes.length > 0 && { outcomes: carrier.outcomes }),
  };
  const { type: _type, ...bare } = body;
  const made = new Tidier(carrier).finish(bare as typeof body);
  if (!made) carrier.report.note(WHOLE, 'format.invalid');
  return { source, body: made, report: carrier.report.notes, components: carrier.report.components() };
}

function unchanged(form: Component): ImportedForm {
  const report = new Report();
  const faults = checkDefinition(form);
  for (const { pointer, params } of faults) {
    report.note({ pointer, component: '' }, 'format.invalid', '', params as FaultParams | undefined);
  }
  const body = faults.length === 0 ? (form as unknown as FormBody) : null;
  return { source: 'verva', body, report: report.notes, components: [] };
}

interface Found {
  readonly source: ImportSource | null;
  readonly form: Component;
  readonly pointer: string;
}

/** Finds the form inside an export; many formats wrap it. */
function found(json: unknown, pointer = '', depth = 0): Found {
  if (Array.isArray(json) && json.some((part) => isFormIo(part))) {
    return { source: 'form-io', form: { components: json }, pointer };
  }
  if (!isComponent(json)) return { source: null, form: {}, pointer };
  const source = sourceOf(json);
  for (const name of source === null && depth < 2 ? NESTED : []) {
    const inner = found(memberIn(json, name), `${pointer}/${name}`, depth + 1);
    if (inner.source !== null) return inner;
  }
  return { source, form: json, pointer };
}

function sourceOf(json: Component): ImportSource | null {
  if (json.formatVersion !== undefined && isComponent(json.root)) return 'verva';
  if (!Array.isArray(json.components)) return null;
  if (json.type === 'default' || typeof json.schemaVersion === 'number') return 'form-js';
  const isOther = ['display', 'path', 'machineName', 'tags', '_id'].some((name) => typeof json[name] === 'string');
  const first = listIn(json.components).slice(0, 20);
  if (isOther || first.some(isFormIo)) return 'form-io';
  const isSchema = first.some((part) => isComponent(part) && (isComponent(part.layout) || part.type === 'dynamiclist'));
  if (isSchema || typeof json.exporter === 'object') return 'form-js';
  return first.some((part) => textIn(memberIn(part, 'type')) !== '') || first.length === 0 ? 'form-io' : null;
}

function isFormIo(part: unknown): boolean {
  return isComponent(part) && (typeof part.input === 'boolean' || typeof part.tableView === 'boolean');
}

function idOf(text: string): string {
  const bare = text
    .slice(0, 200)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .toLowerCase()
    .replace(/^-+|(?<!-)-+$/g, '')
    .slice(0, 60)
    .replace(/(?<!-)-+$/, '');
  return bare || 'imported-form';
}
