import {
  type Carrier,
  type Component,
  type Draft,
  isComponent,
  keyOf,
  listIn,
  memberIn,
  numberIn,
  type Scope,
  textIn,
  wholeIn,
} from './carrier.ts';
import { contentOfHtml } from './content.ts';
import { labelOr, outcomeIn, ROW_WIDTHS, snapped } from './fields.ts';
import { FormIoField } from './form-io-field.ts';
import { FormIoLogic } from './form-io-logic.ts';
import { fieldType, LAYOUTS, plainType, ROWS, TEXTS } from './form-io-types.ts';
import { placeOf } from './form-js.ts';
import type { Place } from './report.ts';

const DEPTH_MAX = 40;
const SURVEY_MAX = 50;

/** Reads definitions of Form.io. */
export class FormIoReader {
  private readonly carrier: Carrier;
  private readonly fields: FormIoField;

  constructor(carrier: Carrier) {
    this.carrier = carrier;
    this.fields = new FormIoField(carrier);
  }

  /** Reads the whole form; with `isWizard` its panels become steps. */
  form(components: unknown, pointer: string, scope: Scope, isWizard: boolean): Draft[] {
    const nodes = this.read(components, pointer, scope, 0);
    const isPage = (node: Draft): boolean =>
      node.type === 'section' && textIn(memberIn(this.sources.get(node), 'type')) === 'panel';
    if (!isWizard || !nodes.some(isPage)) return nodes;
    const steps = nodes.filter(isPage);
    for (const step of steps) step.type = 'step';
    const others = nodes.filter((node) => !steps.includes(node));
    return [...others, { type: 'wizard', id: this.carrier.id('wizard'), children: steps }];
  }

  private readonly sources = new WeakMap<Draft, Component>();

  private read(components: unknown, pointer: string, scope: Scope, depth: number): Draft[] {
    const nodes: Draft[] = [];
    for (const [index, component] of listIn(components).entries()) {
      const place = placeOf(component, `${pointer}/${index}`);
      const type = textIn(memberIn(component, 'type'));
      if (!this.carrier.report.begin(place, type || '?')) break;
      if (!isComponent(component) || type === '') this.carrier.report.note(place, 'component.malformed');
      else if (depth > DEPTH_MAX) this.carrier.report.note(place, 'limit.reached', `${DEPTH_MAX}`);
      else nodes.push(...this.component(component, plainType(type), place, scope, depth));
    }
    return nodes;
  }

  private component(component: Component, type: string, place: Place, scope: Scope, depth: number): Draft[] {
    const { report } = this.carrier;
    if (type === 'button') {
      this.button(component, place);
      return [];
    }
    if (component.hidden === true || type === 'hidden') {
      report.note(place, 'component.hidden', textIn(component.key));
      return [];
    }
    const node = this.node(component, type, place, scope, depth);
    if (!node) return [];
    this.carrier.origins.set(node, place);
    this.sources.set(node, component);
    new FormIoLogic(this.carrier, component, place, scope).apply(node);
    return [node];
  }

  private node(component: Component, type: string, place: Place, scope: Scope, depth: number): Draft | null {
    const { report } = this.carrier;
    if (TEXTS.has(type)) return this.content(component, type, place);
    if (type === 'survey') return this.survey(component, place, scope);
    if (type === 'datamap') return this.map(component, place, scope);
    if (Object.hasOwn(ROWS, type)) return this.rows(component, type, place, scope, depth);
    const layout = Object.hasOwn(LAYOUTS, type) ? LAYOUTS[type] : undefined;
    if (layout) return this.layout(component, type, layout, place, scope, depth);
    const kind = fieldType(type);
    if (kind) return this.fields.read(component, type, kind, place, scope);
    // An unknown wrapper: its components can still be read.
    if (listIn(component.components).length > 0) {
      report.note(place, 'component.replaced', `${type} → section`);
      return this.layout(component, type, 'section', place, scope, depth);
    }
    report.note(place, 'component.unknown', type);
    return null;
  }

  private layout(
    component: Component,
    type: string,
    kind: 'section' | 'stack' | 'columns' | 'table' | 'tabs',
    place: Place,
    scope: Scope,
    depth: number,
  ): Draft | null {
    const { carrier } = this;
    const key = textIn(component.key);
    const hasData = type === 'container' || type === 'form';
    const inner = hasData && key ? { ...scope, path: [...scope.path, ...key.split('.')] } : scope;
    const id = carrier.id(key || type);
    if (kind === 'columns') return { type: 'stack', id, children: this.columns(component, place, inner, depth) };
    if (kind === 'table') {
      const rows = listIn(component.rows).slice(0, 200);
      const children = rows.map((row, index) => this.beside(row, `${place.pointer}/rows/${index}`, inner, depth));
      return { type: 'stack', id, children };
    }
    if (kind === 'tabs') {
      const tabs = listIn(component.components).slice(0, 100).filter(isComponent);
      const children = tabs.map((tab, index): Draft => {
        const title = carrier.label(tab.label, place) ?? carrier.texts(`${index + 1}`);
        const parts = this.read(tab.components, `${place.pointer}/components/${index}/components`, inner, depth + 1);
        return { type: 'tab', id: carrier.id(textIn(tab.key) || 'tab'), title, children: parts };
      });
      return { type: 'tabs', id, children };
    }
    if (type === 'form' && listIn(component.components).length === 0) {
      carrier.report.note(place, 'component.unsupported', `form ${textIn(component.form) || textIn(component.src)}`);
      return null;
    }
    const heading =
      component.hideLabel === true
        ? ''
        : textIn(component.title) || textIn(component.legend) || (type === 'well' ? '' : textIn(component.label));
    const isStandard = /^(?:panel|field ?set|container|well|page)$/i.test(heading);
    const title = isStandard && kind !== 'section' ? undefined : carrier.label(heading, place);
    const children = this.read(component.components, `${place.pointer}/components`, inner, depth + 1);
    return { type: kind === 'stack' && title ? 'section' : kind, id, ...(title && { title }), children };
  }

  /** Columns of single fields are read row by row, so that each row lines up; others are placed side by side. */
  private columns(component: Component, place: Place, scope: Scope, depth: number): Draft[] {
    const columns = listIn(component.columns).slice(0, 24);
    const read = columns.map((column, index) => ({
      width: snapped(numberIn(memberIn(column, 'width')) ?? numberIn(memberIn(column, 'size')) ?? 12 / columns.length),
      nodes: this.read(
        memberIn(column, 'components'),
        `${place.pointer}/columns/${index}/components`,
        scope,
        depth + 1,
      ),
    }));
    const filled = read.filter(({ nodes }) => nodes.length > 0);
    const isFitting = filled.reduce((sum, { width }) => sum + width, 0) <= 12;
    const equal = ROW_WIDTHS[filled.length] ?? 3;
    if (filled.some(({ nodes }) => nodes.some(({ key }) => key === undefined))) {
      const parts = filled.map(({ nodes }): Draft => {
        const [only] = nodes;
        return nodes.length === 1 && only ? only : { type: 'stack', id: this.carrier.id('column'), children: nodes };
      });
      return [{ type: 'columns', id: this.carrier.id('columns'), children: parts }];
    }
    const height = Math.max(0, ...filled.map(({ nodes }) => nodes.length));
    return Array.from({ length: height }, (_, index): Draft => {
      const children = filled.flatMap(({ nodes, width }) => {
        const node = nodes[index];
        if (node && (isFitting ? width : equal) !== 12) node.width = isFitting ? width : equal;
        return node ? [node] : [];
      });
      return { type: 'columns', id: this.carrier.id('row'), children };
    });
  }

  /** Reads one row of a table that is only used for layout. */
  private beside(row: unknown, pointer: string, scope: Scope, depth: number): Draft {
    const cells = listIn(row).slice(0, 24);
    const children = cells.flatMap((cell, index) => {
      const nodes = this.read(memberIn(cell, 'components'), `${pointer}/${index}/components`, scope, depth + 1);
      if (nodes.length <= 1) return nodes;
      return [{ type: 'stack', id: this.carrier.id('cell'), children: nodes }];
    });
    const equal = ROW_WIDTHS[children.length] ?? 3;
    for (const child of children) if (child.key !== undefined && equal !== 12) child.width = equal;
    return { type: 'columns', id: this.carrier.id('row'), children };
  }

  private rows(component: Component, type: string, place: Place, scope: Scope, depth: number): Draft {
    const { carrier } = this;
    const wanted = textIn(component.key) || 'rows';
    const validate = isComponent(component.validate) ? component.validate : {};
    const node: Draft = { type: ROWS[type] ?? 'table', key: carrier.key(wanted, scope, place), label: {} };
    node.label = carrier.label(component.label, place) ?? labelOr(carrier, wanted, place);
    const hint = carrier.label(component.description, place) ?? carrier.label(component.tooltip, place);
    if (hint) node.hint = hint;
    const own = [...scope.path, ...wanted.split('.')];
    carrier.known({ path: own, key: node.key ?? '', table: scope.table, node, options: null });
    const inner: Scope = { path: own, table: scope.table === null ? (node.key ?? '') : scope.table, keys: new Set() };
    const least = wholeIn(validate.minLength, 1, 1000);
    const most = wholeIn(validate.maxLength, 1, 1000);
    if (least !== undefined) node.minRows = least;
    if (most !== undefined) node.maxRows = most;
    else if ((least ?? 0) > 100) node.maxRows = 1000;
    if (validate.required === true) node.required = true;
    if (component.disabled === true) node.readOnly = true;
    const add = carrier.label(component.addAnother, place);
    if (add) node.addLabel = add;
    const dropped = [];
    if (component.enableRowGroups === true) dropped.push('enableRowGroups');
    if (component.rowDrafts === true) dropped.push('rowDrafts');
    if (isComponent(component.fetch) && component.fetch.enableFetch === true) dropped.push('fetch');
    if (textIn(component.customDefaultValue)) dropped.push('customDefaultValue');
    if (dropped.length > 0) carrier.report.note(place, 'setting.dropped', dropped.join(', '));
    const starts = listIn(component.defaultValue).filter(
      (row) =>
        isComponent(row) && Object.values(row).some((value) => value !== '' && value !== null && value !== false),
    );
    if (starts.length > 0)
      carrier.report.note(place, 'default.dropped', JSON.stringify(starts.slice(0, 2)).slice(0, 150));
    node.columns = this.read(component.components, `${place.pointer}/components`, inner, depth + 1);
    return node;
  }

  /** Converts every question to a choice among the same answers. */
  private survey(component: Component, place: Place, scope: Scope): Draft | null {
    const { carrier } = this;
    const key = textIn(component.key) || 'survey';
    const answers = listIn(component.values)
      .filter(isComponent)
      .map(({ label, value }) => ({ label, value }));
    const children: Draft[] = [];
    for (const question of listIn(component.questions).slice(0, SURVEY_MAX)) {
      const found = carrier.options(answers, place);
      const name = textIn(memberIn(question, 'value'));
      const wanted = keyOf(`${key} ${name || 'question'}`);
      if (!found) break;
      const node: Draft = { type: 'radio', key: carrier.key(wanted, scope, place), label: {} };
      node.label = carrier.label(memberIn(question, 'label'), place) ?? labelOr(carrier, name, place);
      node.options = found.options;
      if (memberIn(component.validate, 'required') === true) node.required = true;
      carrier.origins.set(node, place);
      carrier.known({
        path: [...scope.path, key, name],
        key: node.key ?? '',
        table: scope.table,
        node,
        options: found.ids,
      });
      children.push(node);
    }
    if (children.length === 0) {
      carrier.report.note(place, 'component.malformed');
      return null;
    }
    const title = carrier.label(component.label, place);
    return { type: 'section', id: carrier.id(key), ...(title && { title }), children };
  }

  private map(component: Component, place: Place, scope: Scope): Draft {
    const { carrier } = this;
    const wanted = textIn(component.key) || 'map';
    const cell = (key: string, label: string): Draft => {
      const node: Draft = { type: 'text', key, label: carrier.texts(label) };
      carrier.origins.set(node, place);
      return node;
    };
    const label = carrier.label(component.label, place) ?? labelOr(carrier, wanted, place);
    carrier.report.note(place, 'component.replaced', 'datamap → table');
    const keyLabel = textIn(component.keyLabel).slice(0, 200) || 'Key';
    return {
      type: 'table',
      key: carrier.key(wanted, scope, place),
      label,
      columns: [cell('name', keyLabel), cell('value', 'Value')],
    };
  }

  private content(component: Component, type: string, place: Place): Draft | null {
    const { carrier } = this;
    const source = textIn(component.content) || textIn(component.html);
    const tag = textIn(component.tag).toLowerCase();
    const isHeading = type === 'heading' || /^h[1-6]$/.test(tag);
    const { html, left } = contentOfHtml(isHeading && !source.includes('<') ? `<h3>${source}</h3>` : source);
    if (html === '') {
      if (source !== '') carrier.report.note(place, 'component.unsupported', left.join(' '));
      else carrier.report.note(place, 'component.decoration', type);
      return null;
    }
    if (left.length > 0) carrier.report.note(place, 'content.reduced', left.join(' '));
    return { type: 'richText', id: carrier.id(textIn(component.key) || 'text'), content: carrier.texts(html) };
  }

  private button(component: Component, place: Place): null {
    const { carrier } = this;
    const action = textIn(component.action) || 'submit';
    if (component.hidden === true) {
      carrier.report.note(place, 'component.hidden', textIn(component.key));
      return null;
    }
    // Process engines recognise the button by its event, which corresponds to an outcome.
    if (action !== 'submit' && action !== 'event') {
      carrier.report.note(
        place,
        'component.unsupported',
        `${action} ${textIn(component.custom) || textIn(component.url)}`,
      );
      return null;
    }
    const wanted = textIn(action === 'event' ? component.event : component.key) || textIn(component.key);
    outcomeIn(
      carrier,
      {
        label: carrier.label(component.label, place),
        wanted,
        style: textIn(component.theme) === 'danger' ? 'danger' : '',
      },
      place,
    );
    if (hasCondition(component)) carrier.report.note(place, 'condition.dropped', textIn(component.customConditional));
    return null;
  }
}

function hasCondition(component: Component): boolean {
  const { when, conditions, json } = isComponent(component.conditional) ? component.conditional : ({} as Component);
  return Boolean(textIn(component.customConditional) || textIn(when) || listIn(conditions).length > 0 || json);
}
