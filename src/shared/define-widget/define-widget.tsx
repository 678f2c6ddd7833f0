import r2wc from '@r2wc/react-to-web-component';
import type { ComponentType } from 'react';
import { flushSync } from 'react-dom';
import { type AttributeKind, attributeName, readAttribute } from '../element/attributes.ts';
import type { AttributeKindsOf, ElementTag, PropertiesOf } from '../element/table/types.ts';
import type { Widget } from '../element/widget-context.ts';
import { hasCatalogues, loadCatalogues } from '../locale/catalogues.ts';
import { language } from '../locale/language.ts';
import { startSession } from '../session/index.ts';
import { showWhole } from '../ui/show-whole.ts';
import { elementSheet, partsSheet } from '../ui/styles/sheet.ts';
import { WidgetRoot, type WidgetRootProps } from './widget-root.tsx';

// Internals of r2wc: the version is pinned, and each use has a browser test.
const PROPS = Symbol.for('r2wc.props');
const RENDER = Symbol.for('r2wc.render');
const CONNECTED = Symbol.for('r2wc.connected');
const CONTEXT = Symbol.for('r2wc.context');

interface R2wcElement extends HTMLElement {
  [PROPS]: WidgetRootProps;
  [RENDER](): void;
  [CONNECTED]: boolean;
  /** What r2wc has rendered; undefined before. */
  readonly [CONTEXT]?: unknown;
  readonly container: ShadowRoot;
  connectedCallback(): void;
  disconnectedCallback(): void;
}

export interface WidgetOptions<Props> {
  /** Properties that are also attributes (`taskId` as `task-id`), and how they are parsed. */
  readonly attributes?: { readonly [Name in keyof Props & string]?: AttributeKind };
  /** Properties without an attribute: arrays, objects, functions. Passed on unchanged. */
  readonly properties?: readonly (keyof Props & string)[];
}

/** The style sheet shows the placeholder for texts that are still loading only after this time (Skeleton). */
const WORDS_MS = 200;

/** Connected elements that are not rendered yet, with their render functions. */
const undrawn = new Map<R2wcElement, () => void>();

/**
 * Renders all added elements at once, before the next paint. React would render one element after another and yield
 * every 5 ms, and the browser would lay out and paint the page each time.
 */
function drawSoon(element: R2wcElement, draw: () => void): void {
  if (undrawn.size === 0) queueMicrotask(drawAll);
  undrawn.set(element, draw);
}

async function drawAll(): Promise<void> {
  // The session loads meanwhile; the first element of a page starts it.
  void startSession();
  const words = language.peek();
  // Without texts an element would render twice, the second time in slices.
  if (!hasCatalogues(words))
    await Promise.race([loadCatalogues(words), new Promise((resolve) => setTimeout(resolve, WORDS_MS))]);
  const now = [...undrawn];
  undrawn.clear();
  flushSync(() => {
    // An element that was removed meanwhile renders when it is added again.
    for (const [element, draw] of now) if (element.isConnected) draw();
  });
}

const OWN_ATTRIBUTES = ['theme', 'density'] as const;

/**
 * Defines a custom element that renders a component in an open shadow root, unless the page already has one of that
 * name. Every element also has the attributes `theme` (page, system, light, dark) and `density` (dense, comfortable).
 * An element in the table of elements has exactly the attributes listed there.
 */
export function defineWidget<Tag extends `verva-${string}`, Props extends object>(
  tag: Tag,
  Component: ComponentType<Props> & (Tag extends ElementTag ? ComponentType<PropertiesOf<Tag>> : unknown),
  ...[options]: Tag extends ElementTag
    ? [options: { readonly attributes: AttributeKindsOf<Tag> }]
    : [options?: WidgetOptions<Props>]
): void {
  const { attributes = {}, properties = [] }: WidgetOptions<Props> = options ?? {};
  if (customElements.get(tag)) return;
  const kinds = attributes as Readonly<Record<string, AttributeKind>>;
  const names = new Map([
    ...Object.keys(kinds).map((property) => [attributeName(property), property] as const),
    ...OWN_ATTRIBUTES.map((name) => [name, name] as const),
  ]);
  const propertyNames = [...names.values(), ...properties];
  const Base = r2wc(WidgetRoot, { shadow: 'open', props: [] }) as unknown as new () => R2wcElement;

  class WidgetElement extends Base {
    static observedAttributes = [...names.keys()];

    constructor() {
      super();
      // Not this.shadowRoot: a page can force all roots to be closed.
      const root = this.container;
      const send = ([type, detail]: readonly [string, ...unknown[]], cancelable = false) =>
        this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true, cancelable }));
      root.adoptedStyleSheets = [elementSheet, partsSheet];
      root.addEventListener('pointerover', showWhole);
      const widget: Widget = {
        host: this,
        root,
        emit: (...event) => void send(event),
        ask: (...event) => send(event, true),
      };
      this[CONNECTED] = false;
      this[PROPS] = { widget, Component: Component as ComponentType<object>, values: {} };
      // A property set by the page before this class existed is an own property and would hide the accessor.
      for (const name of propertyNames) {
        if (!Object.hasOwn(this, name)) continue;
        const value = (this as unknown as Record<string, unknown>)[name];
        delete (this as unknown as Record<string, unknown>)[name];
        this.setValue(name, value);
      }
    }

    /** If the element's code loaded late, the loader has already attached a root with a message. */
    override attachShadow(init: ShadowRootInit): ShadowRoot {
      this.shadowRoot?.replaceChildren();
      return this.shadowRoot ?? super.attachShadow(init);
    }

    setValue(name: string, value: unknown): void {
      const props = this[PROPS];
      if (Object.is(props.values[name], value)) return;
      this[PROPS] = { ...props, values: { ...props.values, [name]: value } };
      this[RENDER]();
    }

    attributeChangedCallback(attribute: string, _before: string | null, value: string | null): void {
      const name = names.get(attribute);
      if (name) this.setValue(name, readAttribute(kinds[name] ?? 'string', value));
    }

    override [RENDER](): void {
      if (this[CONTEXT]) super[RENDER]();
      else if (this[CONNECTED]) drawSoon(this, () => super[RENDER]());
    }

    override connectedCallback(): void {
      // A nested element inherits the tokens of the outer one, including those set by the page.
      const root = this.getRootNode();
      const isNested = root instanceof ShadowRoot && root.adoptedStyleSheets.includes(elementSheet);
      this.toggleAttribute('data-nested', isNested);
      super.connectedCallback();
    }

    override disconnectedCallback(): void {
      // Moving an element disconnects and connects it synchronously; its input must survive.
      queueMicrotask(() => {
        if (!this.isConnected) super.disconnectedCallback();
      });
    }

    /** Its presence signals to the browser that moveBefore() needs no disconnecting. */
    connectedMoveCallback(): void {}
  }

  for (const name of propertyNames) {
    Object.defineProperty(WidgetElement.prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: WidgetElement) {
        return this[PROPS].values[name];
      },
      set(this: WidgetElement, value: unknown) {
        this.setValue(name, value);
      },
    });
  }
  customElements.define(tag, WidgetElement);
}
