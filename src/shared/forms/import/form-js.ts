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
  textIn,
  wholeIn,
} from './carrier.ts';
import { contentOfHtml, contentOfMarkdown } from './content.ts';
import { FeelReader } from './feel.ts';
import { acceptOf, defaultIn, labelOr, outcomeIn, patternOf, ROW_WIDTHS, snapped } from './fields.ts';
import { negated } from './logic.ts';
import type { Place } from './report.ts';

/** Types of form-js without a counterpart. */
const UNSUPPORTED: ReadonlySet<string> = new Set(['image', 'table', 'documentPreview', 'iframe']);
const DECORATION: ReadonlySet<string> = new Set(['spacer', 'separator']);
const DEPTH_MAX = 40;
const GRID = 16;

const isFeel = (value: unknown): boolean => typeof value === 'string' && value.trimStart().startsWith('=');
const feelOf = (value: unknown): string => textIn(value).slice(1).trim();

/** Reads schemas of form-js, including Camunda's forms. */
export class FormJsReader {
  private readonly carrier: Carrier;

  constructor(carrier: Carrier) {
    this.carrier = carrier;
  }

  read(components: unknown, pointer: string, scope: Scope, depth = 0): Draft[] {
    const rows = new Map<string, { readonly node: Draft; readonly width: number | null }[]>();
    for (const [index, component] of listIn(components).entries()) {
      const place = placeOf(component, `${pointer}/${index}`);
      const node = this.component(component, place, scope, depth);
      if (node === 'full') break;
      if (!node) continue;
      const layout = memberIn(component, 'layout');
      // Components of one row are not necessarily adjacent in the list.
      const row = textIn(memberIn(layout, 'row')) || `#${index}`;
      const width = wholeIn(memberIn(layout, 'columns'), 1, GRID) ?? null;
      const same = rows.get(row);
      if (same) same.push({ node, width });
      else rows.set(row, [{ node, width }]);
    }
    return [...rows.values()].map((row) => this.row(row));
  }

  private row(row: readonly { readonly node: Draft; readonly width: number | null }[]): Draft {
    const widths = row.map(({ width }) => (width === null ? null : snapped((width * 12) / GRID)));
    const isFitting =
      widths.every((width) => width !== null) && widths.reduce((sum, width) => sum + (width ?? 0), 0) <= 12;
    const equal = ROW_WIDTHS[row.length] ?? 3;
    for (const [index, { node }] of row.entries()) {
      const width = isFitting || row.length === 1 ? widths[index] : equal;
      if (width && node.key !== undefined && width !== 12) node.width = width;
    }
    const [only] = row;
    if (row.length === 1 && only) return only.node;
    return { type: 'columns', id: this.carrier.id('row'), children: row.map(({ node }) => node) };
  }

  private component(component: unknown, place: Place, scope: Scope, depth: number): Draft | null | 'full' {
    const { report } = this.carrier;
    const type = textIn(memberIn(component, 'type'));
    if (!report.begin(place, type || '?')) return 'full';
    if (!isComponent(component) || type === '') {
      report.note(place, 'component.malformed');
      return null;
    }
    if (depth > DEPTH_MAX) {
      report.note(place, 'limit.reached', `${DEPTH_MAX}`);
      return null;
    }
    const node = this.node(type, component, place, scope, depth);
    if (!node) return null;
    this.carrier.origins.set(node, place);
    this.conditions(component, node, place, scope);
    return node;
  }

  private node(type: string, component: Component, place: Place, scope: Scope, depth: number): Draft | null {
    const { report } = this.carrier;
    switch (type) {
      case 'group':
        return this.group(component, place, scope, depth);
      case 'dynamiclist':
        return this.list(component, place, scope, depth);
      case 'default':
        return {
          type: 'stack',
          id: this.carrier.id('part'),
          children: this.read(component.components, `${place.pointer}/components`, scope, depth + 1),
        };
      case 'button':
        return this.button(component, place);
      case 'text':
      case 'html':
        return this.content(type, component, place);
    }
    if (DECORATION.has(type)) {
      report.note(place, 'component.decoration', type);
      return null;
    }
    if (UNSUPPORTED.has(type)) {
      const source = component.url ?? component.source ?? component.dataSource;
      report.note(place, 'component.unsupported', `${type} ${textIn(source)}`);
      return null;
    }
    const node = this.field(type, component, place, scope);
    if (!node) report.note(place, 'component.unknown', type);
    return node;
  }

  private group(component: Component, place: Place, scope: Scope, depth: number): Draft {
    const path = textIn(component.path);
    const inner = path ? { ...scope, path: [...scope.path, ...path.split('.')] } : scope;
    const title = this.label(component.label, place);
    const isFramed = Boolean(title) || component.showOutline === true;
    return {
      type: isFramed ? 'section' : 'stack',
      id: this.carrier.id(textIn(component.id) || 'group'),
      ...(title && { title }),
      children: this.read(component.components, `${place.pointer}/components`, inner, depth + 1),
    };
  }

  private list(component: Component, place: Place, scope: Scope, depth: number): Draft {
    const { carrier } = this;
    const path = textIn(component.path) || textIn(component.key);
    const node: Draft = {
      type: 'group',
      key: carrier.key(path || 'rows', scope, place),
      label: this.label(component.label, place) ?? labelOr(carrier, path, place),
    };
    const own = [...scope.path, ...path.split('.')];
    carrier.known({ path: own, key: node.key ?? '', table: scope.table, node, options: null });
    const inner: Scope = { path: own, table: scope.table === null ? (node.key ?? '') : scope.table, keys: new Set() };
    const rows = wholeIn(component.defaultRepetitions, 0, 1000) ?? 1;
    if (component.allowAddRemove === false && rows > 0) {
      node.minRows = rows;
      node.maxRows = rows;
    } else if (rows > 1) this.dropped(place, ['defaultRepetitions']);
    if (numberIn(component.nonCollapsedItems) !== undefined) this.dropped(place, ['nonCollapsedItems']);
    node.columns = this.read(component.components, `${place.pointer}/components`, inner, depth + 1);
    return node;
  }

  private button(component: Component, place: Place): null {
    const action = textIn(component.action) || 'submit';
    if (action !== 'submit') this.carrier.report.note(place, 'component.unsupported', action);
    else
      outcomeIn(
        this.carrier,
        {
          label: this.label(component.label, place),
          wanted: textIn(component.key) || textIn(component.label),
          style: '',
        },
        place,
      );
    if (isFeel(memberIn(component.conditional, 'hide'))) {
      this.carrier.report.note(place, 'condition.dropped', textIn(memberIn(component.conditional, 'hide')));
    }
    return null;
  }

  private content(type: 'text' | 'html', component: Component, place: Place): Draft | null {
    const { carrier } = this;
    const source = typeof component.text === 'string' ? component.text : textIn(component.content);
    if (isFeel(source)) {
      carrier.report.note(place, 'component.unsupported', source);
      return null;
    }
    const { html, left } = type === 'text' ? contentOfMarkdown(source) : contentOfHtml(source);
    if (html === '') {
      if (source.trim() !== '') carrier.report.note(place, 'component.unsupported', left.join(' '));
      return null;
    }
    if (left.length > 0) carrier.report.note(place, 'content.reduced', left.join(' '));
    return { type: 'richText', id: carrier.id(textIn(component.id) || 'text'), content: carrier.texts(html) };
  }

  private field(type: string, component: Component, place: Place, scope: Scope): Draft | null {
    const kind = this.kindOf(type, component);
    if (!kind) return null;
    const { carrier } = this;
    const wanted = textIn(component.key) || textIn(component.path) || textIn(component.id);
    const node: Draft = { type: kind, key: carrier.key(wanted || 'field', scope, place), label: {} };
    const isMoment = type === 'datetime';
    const label = isMoment ? component.dateLabel || component.timeLabel || component.label : component.label;
    node.label = this.label(label, place) ?? labelOr(carrier, wanted, place);
    const hint = this.label(component.description, place);
    if (hint) node.hint = hint;
    const options = this.choices(component, node, place);
    const path = [...scope.path, ...(textIn(component.key) || wanted).split('.')];
    carrier.known({ path, key: node.key ?? '', table: scope.table, node, options });
    this.rules(type, component, node, place, scope);
    if (component.defaultValue !== undefined) defaultIn(carrier, node, component.defaultValue, options, place);
    return node;
  }

  private kindOf(type: string, component: Component): string | null {
    switch (type) {
      case 'textfield':
        return 'text';
      case 'textarea':
        return 'multiline';
      case 'number':
      case 'checkbox':
      case 'radio':
        return type;
      case 'select':
        return 'dropdown';
      case 'checklist':
      case 'taglist':
        return 'multiSelect';
      case 'filepicker':
        return 'attachment';
      case 'datetime': {
        const subtype = textIn(component.subtype);
        return subtype === 'time' ? 'time' : subtype === 'datetime' ? 'dateTime' : 'date';
      }
      case 'expression':
        return 'text';
      default:
        return null;
    }
  }

  private choices(component: Component, node: Draft, place: Place): ReadonlyMap<string, string> | null {
    if (!['radio', 'dropdown', 'multiSelect'].includes(node.type)) return null;
    const list = listIn(component.values)
      .filter(isComponent)
      .map(({ label, value }) => ({ label, value }));
    const external = textIn(component.valuesExpression) || textIn(component.valuesKey);
    const found = this.carrier.options(list, place);
    if (found && !external) {
      node.options = found.options;
      return found.ids;
    }
    this.carrier.report.note(place, 'options.external', external);
    node.type = node.type === 'multiSelect' ? 'tags' : 'text';
    return null;
  }

  private rules(type: string, component: Component, node: Draft, place: Place, scope: Scope): void {
    const { carrier } = this;
    const validate = isComponent(component.validate) ? component.validate : {};
    const dropped: string[] = [];
    if (validate.required === true) node.required = true;
    else if (isFeel(validate.required)) this.condition(node, 'required', validate.required, place, scope);
    const isText = node.type === 'text' || node.type === 'multiline';
    for (const name of ['min', 'max', 'minLength', 'maxLength']) {
      const value = validate[name];
      const isLength = name.endsWith('Length');
      if (value === undefined || value === null || value === '') continue;
      const isFitting = isLength ? isText : node.type === 'number';
      const whole = isLength ? wholeIn(value, name === 'maxLength' ? 1 : 0, 10_000) : numberIn(value);
      if (isFitting && whole !== undefined) node[name] = whole;
      else if (isFitting && !isLength && isFeel(value)) this.formula(node, name, value, place, scope);
      else if (value !== 0) carrier.report.note(place, 'rule.dropped', `${name} ${String(value)}`);
    }
    if (isText) this.form(validate, node, place);
    if (type === 'number') {
      const places = wholeIn(component.decimalDigits, 0, 20);
      if (places === 0) node.integer = true;
      else if (places !== undefined) node.scale = Math.min(places, 6);
      if (numberIn(component.increment) !== undefined && component.increment !== 1) dropped.push('increment');
      if (component.serializeToString === true) dropped.push('serializeToString');
    }
    if (type === 'datetime' && component.disallowPassedDates === true && node.type !== 'time') node.min = 'today';
    if (type === 'filepicker') acceptOf(carrier, node, component.accept, component.multiple === true, place);
    if (type === 'expression') {
      carrier.before(() => {
        const kind = new FeelReader(carrier, scope).kindOf(feelOf(component.expression));
        node.type = kind ?? 'text';
        // The type of the result is unknown; text can always be shown.
        if (kind === null) carrier.report.note(place, 'component.replaced', 'expression → text');
      });
      this.formula(node, 'computed', component.expression, place, scope);
    }
    const { prefixAdorner, suffixAdorner } = isComponent(component.appearance)
      ? component.appearance
      : ({} as Component);
    const unit = textIn(suffixAdorner) || textIn(prefixAdorner);
    if (unit && node.type === 'number' && unit.length <= 40) node.unit = carrier.texts(unit);
    else if (unit) dropped.push(`appearance ${unit}`);
    if (component.disabled === true || component.readonly === true) node.readOnly = true;
    else if (isFeel(component.readonly)) this.condition(node, 'readOnly', component.readonly, place, scope);
    this.dropped(place, dropped);
  }

  private form(validate: Component, node: Draft, place: Place): void {
    const pattern = textIn(validate.pattern) && patternOf(textIn(validate.pattern), true);
    const kind = textIn(validate.validationType);
    if (kind === 'email' || kind === 'phone') node.format = kind;
    else if (pattern) {
      const problem = checkPattern(pattern);
      if (problem) this.carrier.report.note(place, 'rule.dropped', pattern, problem);
      else node.pattern = pattern;
      const message = this.label(validate.patternErrorMessage, place);
      if (message && !problem) node.patternMessage = message;
    }
  }

  private conditions(component: Component, node: Draft, place: Place, scope: Scope): void {
    const hide = memberIn(component.conditional, 'hide');
    if (hide === undefined || hide === null || hide === '' || hide === false) return;
    const source = isFeel(hide) ? feelOf(hide) : textIn(hide);
    this.carrier.later(() => {
      const condition = new FeelReader(this.carrier, scope).condition(source);
      if (condition) node.visible = negated(condition);
      else this.carrier.report.note(place, 'condition.dropped', source);
    });
  }

  private condition(node: Draft, member: string, source: unknown, place: Place, scope: Scope): void {
    this.carrier.later(() => {
      const condition = new FeelReader(this.carrier, scope).condition(feelOf(source));
      if (condition) node[member] = condition;
      else this.carrier.report.note(place, 'condition.dropped', textIn(source));
    });
  }

  private formula(node: Draft, member: string, source: unknown, place: Place, scope: Scope): void {
    const text = textIn(source);
    this.carrier.later(() => {
      const expr = new FeelReader(this.carrier, scope).expression(isFeel(text) ? feelOf(text) : text);
      if (expr !== null) node[member] = member === 'computed' ? expr : { expr };
      else {
        this.carrier.report.note(place, member === 'computed' ? 'expression.dropped' : 'rule.dropped', text);
        if (member === 'computed') node.readOnly = true;
      }
    });
  }

  /** Removes embedded values from texts; a text with nothing left is treated as missing. */
  private label(value: unknown, place: Place, max?: number): ReturnType<Carrier['label']> {
    const text = textIn(value);
    if (isFeel(text)) {
      this.carrier.report.note(place, 'expression.dropped', text);
      return undefined;
    }
    if (!text.includes('{{')) return this.carrier.label(text, place, max);
    this.carrier.report.note(place, 'expression.dropped', text);
    return this.carrier.label(text.slice(0, 5000).replace(/\{\{[^{}]{0,500}\}\}/g, '…'), place, max);
  }

  private dropped(place: Place, names: readonly string[]): void {
    if (names.length > 0) this.carrier.report.note(place, 'setting.dropped', names.join(', '));
  }
}

export function placeOf(component: unknown, pointer: string): Place {
  const type = textIn(memberIn(component, 'type'));
  const name = textIn(memberIn(component, 'key')) || textIn(memberIn(component, 'label'));
  return { pointer, component: `${type.slice(0, 60)} ${name.slice(0, 60)}`.trim().toWellFormed() };
}
