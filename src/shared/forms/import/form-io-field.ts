import { FILE_MAX_MB_CEILING } from '../../contracts/file-kinds.ts';
import { checkPattern } from '../patterns.ts';
import {
  type Carrier,
  type Component,
  type Draft,
  isComponent,
  listIn,
  memberIn,
  numberIn,
  type Scope,
  scalarText,
  textIn,
  wholeIn,
} from './carrier.ts';
import { acceptOf, defaultIn, labelOr, patternOf } from './fields.ts';
import { isReplaced } from './form-io-types.ts';
import { dayOf } from './logic.ts';
import type { Place } from './report.ts';

const FORMATS: Readonly<Record<string, string>> = { email: 'email', url: 'link', phoneNumber: 'phone' };
const MASK: Readonly<Record<string, string>> = { '9': '\\d', a: '[A-Za-z]', A: '[A-Za-z]', '*': '[A-Za-z0-9]' };
/** Rules without a counterpart. Others in a definition have no visible effect, or are read above. */
const LOST_RULES = ['minWords', 'maxWords', 'minYear', 'maxYear'] as const;
const MEGABYTES: Readonly<Record<string, number>> = {
  kb: 1 / 1024,
  mb: 1,
  gb: 1024,
  b: 1 / 1_048_576,
  '': 1 / 1_048_576,
};

/** Reads one field of Form.io. */
export class FormIoField {
  private readonly carrier: Carrier;

  constructor(carrier: Carrier) {
    this.carrier = carrier;
  }

  read(component: Component, type: string, kind: string, place: Place, scope: Scope): Draft | null {
    const { carrier } = this;
    const wanted = textIn(component.key) || textIn(component.label) || type;
    const node: Draft = {
      type: this.kindOf(component, type, kind, place),
      key: carrier.key(wanted, scope, place),
      label: {},
    };
    node.label =
      carrier.label(component.label, place) ??
      carrier.label(component.legend, place) ??
      labelOr(carrier, wanted, place);
    this.hint(component, node, place);
    const options = this.choices(component, type, node, place);
    carrier.known({
      path: [...scope.path, ...wanted.split('.')],
      key: node.key ?? '',
      table: scope.table,
      node,
      options,
    });
    this.rules(component, type, node, place);
    this.start(component, type, node, options, place);
    if (component.disabled === true) node.readOnly = true;
    return node;
  }

  private kindOf(component: Component, type: string, kind: string, place: Place): string {
    const { report } = this.carrier;
    const isMany = component.multiple === true;
    if (type === 'datetime') {
      return component.enableTime === false ? 'date' : component.enableDate === false ? 'time' : 'dateTime';
    }
    if (type === 'checkbox' && component.inputType === 'radio')
      report.note(place, 'setting.dropped', 'inputType radio');
    if (isReplaced(type)) report.note(place, 'component.replaced', `${type} → ${kind}`);
    if (
      type === 'day' &&
      ['day', 'month', 'year'].some((part) => memberIn(memberIn(component.fields, part), 'hide') === true)
    ) {
      report.note(place, 'component.replaced', 'day → date');
    }
    if (!isMany) return kind;
    if (kind === 'dropdown') return 'multiSelect';
    if (kind === 'text') return 'tags';
    if (!['attachment', 'tags', 'multiSelect'].includes(kind)) report.note(place, 'setting.dropped', 'multiple');
    return kind;
  }

  private hint(component: Component, node: Draft, place: Place): void {
    const { carrier } = this;
    const texts = [component.description, component.tooltip, component.placeholder].map((text) => plain(textIn(text)));
    const [hint, ...others] = [...new Set(texts.filter((text) => text !== ''))];
    const found = carrier.label(hint, place);
    if (found) node.hint = found;
    // Text that does not fit into the one hint matters only when it is an explanation.
    const explained = others.filter((text) => text !== plain(textIn(component.placeholder)));
    if (explained.length > 0) carrier.report.note(place, 'setting.dropped', `tooltip ${explained[0]}`);
  }

  private choices(component: Component, type: string, node: Draft, place: Place): ReadonlyMap<string, string> | null {
    const { carrier } = this;
    if (type === 'tags') {
      const suggestions = listIn(memberIn(component.data, 'values')).map((entry) => textIn(memberIn(entry, 'label')));
      const short = suggestions.filter((text) => text !== '' && text.length <= 100).slice(0, 200);
      if (short.length > 0) node.suggestions = short;
      return null;
    }
    if (type === 'resource') {
      carrier.report.note(place, 'options.external', textIn(component.resource));
      return null;
    }
    if (!['radio', 'dropdown', 'multiSelect'].includes(node.type)) return null;
    const dataSrc = textIn(component.dataSrc) || 'values';
    const list = dataSrc === 'values' ? valuesOf(component) : dataSrc === 'json' ? jsonOf(component) : [];
    const found = carrier.options(list, place);
    if (found) {
      node.options = found.options;
      return found.ids;
    }
    const data = isComponent(component.data) ? component.data : {};
    const source = [dataSrc, textIn(data.url), textIn(data.resource), textIn(data.custom)].filter(Boolean).join(' ');
    carrier.report.note(place, 'options.external', source);
    node.type = node.type === 'multiSelect' ? 'tags' : 'text';
    return null;
  }

  private rules(component: Component, type: string, node: Draft, place: Place): void {
    const validate = isComponent(component.validate) ? component.validate : {};
    if (validate.required === true) node.required = true;
    const lost = LOST_RULES.filter((name) => Boolean(validate[name])).map(
      (name) => `${name} ${scalarText(validate[name]) ?? ''}`,
    );
    if (component.unique === true) lost.push('unique');
    const isText = node.type === 'text' || node.type === 'multiline';
    if (isText) this.texts(component, type, validate, node, place);
    if (node.type === 'number' || node.type === 'money') this.numbers(component, validate, node, place, lost);
    if (node.type === 'date' || node.type === 'dateTime') this.days(component, node, lost);
    if (node.type === 'multiSelect') {
      const least = wholeIn(validate.minSelectedCount, 0, 200);
      const most = wholeIn(validate.maxSelectedCount, 1, 200);
      if (least) node.minItems = least;
      if (most) node.maxItems = most;
    }
    if (node.type === 'attachment') {
      acceptOf(this.carrier, node, component.filePattern, component.multiple === true, place);
      const size = /^\s*(\d{1,9}(?:\.\d{1,3})?)\s*([kmg]?b?)\s*$/i.exec(textIn(component.fileMaxSize).slice(0, 100));
      const unit = (size?.[2] ?? '').toLowerCase();
      const megabytes =
        size && Number(size[1]) * (MEGABYTES[unit.endsWith('b') || unit === '' ? unit : `${unit}b`] ?? 1);
      // The limit of the organisation applies in any case.
      if (megabytes && megabytes <= FILE_MAX_MB_CEILING) node.maxSize = Math.max(1, Math.round(megabytes));
    }
    if (lost.length > 0) this.carrier.report.note(place, 'rule.dropped', lost.join(', '));
  }

  private texts(component: Component, type: string, validate: Component, node: Draft, place: Place): void {
    const { carrier } = this;
    const format = Object.hasOwn(FORMATS, type) ? FORMATS[type] : undefined;
    const [least, most] = [wholeIn(validate.minLength, 1, 10_000), wholeIn(validate.maxLength, 1, 10_000)];
    if (least !== undefined) node.minLength = least;
    if (most !== undefined) node.maxLength = most;
    if (format) node.format = format;
    const wanted = textIn(validate.pattern);
    const mask = type === 'phoneNumber' ? '' : textIn(component.inputMask);
    const pattern = wanted ? patternOf(wanted, false) : patternOfMask(mask);
    const problem = pattern ? checkPattern(pattern) : null;
    if (pattern && problem) carrier.report.note(place, 'rule.dropped', pattern, problem);
    else if (pattern) node.pattern = pattern;
    const message = carrier.label(plain(textIn(validate.patternMessage) || textIn(validate.customMessage)), place);
    if (message && (node.pattern || node.format)) node.patternMessage = message;
    const unit = textIn(component.suffix) || textIn(component.prefix);
    const settings = [];
    if (unit) settings.push(`prefix ${plain(unit)}`);
    if (textIn(component.editor)) settings.push(`editor ${textIn(component.editor)}`);
    const letters = textIn(component.case);
    if (letters && letters !== 'mixed') settings.push(`case ${letters}`);
    if (component.allowMultipleMasks === true) settings.push('inputMasks');
    if (settings.length > 0) carrier.report.note(place, 'setting.dropped', settings.join(', '));
  }

  private numbers(component: Component, validate: Component, node: Draft, place: Place, lost: string[]): void {
    const [least, most] = [numberIn(validate.min), numberIn(validate.max)];
    if (least !== undefined) node.min = least;
    if (most !== undefined) node.max = most;
    const places = wholeIn(component.decimalLimit, 0, 20);
    const step = numberIn(validate.step);
    const isWhole = validate.integer === true || places === 0 || validate.step === '1' || validate.step === 1;
    if (node.type === 'money') {
      const currency = textIn(component.currency);
      if (/^[A-Z]{3}$/.test(currency)) node.currency = currency;
      else node.currency = 'USD';
      if (places !== undefined) node.scale = Math.min(places, 4);
    } else if (isWhole) node.integer = true;
    else if (places !== undefined) node.scale = Math.min(places, 6);
    if (step !== undefined && step !== 1) lost.push(`step ${step}`);
    const unit = plain(textIn(component.suffix) || textIn(component.prefix));
    if (unit && node.type === 'number' && unit.length <= 40) node.unit = this.carrier.texts(unit);
    else if (unit) this.carrier.report.note(place, 'setting.dropped', `prefix ${unit}`);
  }

  private days(component: Component, node: Draft, lost: string[]): void {
    for (const [member, name] of [
      ['min', 'minDate'],
      ['max', 'maxDate'],
    ] as const) {
      const value = textIn(memberIn(component.datePicker, name)) || textIn(component[name]);
      if (value === '') continue;
      const day = /^(?:moment\(\)|new Date\(\))$/.test(value) ? 'today' : dayOf(value);
      if (day) node[member] = day;
      else lost.push(`${name} ${value}`);
    }
  }

  private start(
    component: Component,
    type: string,
    node: Draft,
    options: ReadonlyMap<string, string> | null,
    place: Place,
  ): void {
    const { carrier } = this;
    const custom = textIn(component.customDefaultValue);
    const literal =
      /^value\s*=\s*(?:'([^'\\]{0,500})'|"([^"\\]{0,500})"|(-?\d{1,15}(?:\.\d{1,6})?)|(true|false))\s*;?$/.exec(custom);
    let value = literal ? (literal[1] ?? literal[2] ?? literal[3] ?? literal[4]) : component.defaultValue;
    if (custom && !literal) carrier.report.note(place, 'default.dropped', custom);
    if (custom && !literal && value === undefined) return;
    if (type === 'selectboxes' && isComponent(value)) {
      value = Object.entries(value).flatMap(([name, isOn]) => (isOn === true && name !== '' ? [name] : []));
    }
    if (type === 'day' && /^0|\/0/.test(textIn(value)) && /(?:^|\/)0+(?:\/|$)/.test(textIn(value))) return;
    if (node.type === 'multiSelect' && typeof value === 'string' && value) value = [value];
    if (node.type === 'date' && /^(?:moment\(\)|new Date\(\))$/.test(textIn(component.defaultDate))) value = 'today';
    if (value === 'today' && node.type === 'date') node.default = 'today';
    else if (value !== undefined && !isBlank(value)) defaultIn(carrier, node, value, options, place);
  }
}

/** `{}`, `[null]` and similar, which the builder writes for no value. */
function isBlank(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isBlank);
  if (isComponent(value)) return Object.values(value).every(isBlank);
  return value === null || value === '' || value === undefined;
}

function valuesOf(component: Component): { label: unknown; value: unknown }[] {
  const own = listIn(component.values);
  const list = own.length > 0 ? own : listIn(memberIn(component.data, 'values'));
  return list.filter(isComponent).map(({ label, value }) => ({ label, value: value === '' ? label : value }));
}

/** Reads a list in the definition: of texts, or of objects whose text the template names. */
function jsonOf(component: Component): { label: unknown; value: unknown }[] {
  const list = jsonList(memberIn(component.data, 'json'));
  const property = textIn(component.valueProperty);
  const shown = /\{\{\s*item\.([\w.]{1,100})\s*\}\}/.exec(textIn(component.template).slice(0, 2000))?.[1] ?? 'label';
  return list.slice(0, 1000).map((entry) => {
    if (!isComponent(entry)) return { label: entry, value: entry };
    const label = at(entry, shown) ?? entry.label ?? entry.name;
    return { label, value: property ? at(entry, property) : (entry.value ?? label) };
  });
}

function jsonList(source: unknown): readonly unknown[] {
  if (Array.isArray(source)) return source;
  if (typeof source !== 'string' || source.length > 200_000) return [];
  try {
    return listIn(JSON.parse(source));
  } catch {
    return [];
  }
}

function at(entry: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => memberIn(value, name), entry);
}

/** Removes the tags that labels and explanations may contain. */
function plain(text: string): string {
  return text
    .slice(0, 5000)
    .replace(/<[^<>]{0,500}>/g, '')
    .trim();
}

function patternOfMask(mask: string): string {
  if (mask === '' || mask.length > 60) return '';
  return [...mask].map((sign) => MASK[sign] ?? (/[\^$\\.*+?()[\]{}|/]/.test(sign) ? `\\${sign}` : sign)).join('');
}
