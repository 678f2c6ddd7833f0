import r2wc from '@r2wc/react-to-web-component';
import type { ComponentType } from 'react';
import { flushSync } from 'react-dom';
import { hasCatalogues, loadCatalogues } from '../locale/catalogues.ts';
import { language } from '../locale/language.ts';
import { startSession } from '../session/index.ts';
import { showWhole } from '../ui/show-whole.ts';
import { type AttributeKind, attributeName, readAttribute } from './attributes.ts';
import { elementSheet, partsSheet } from './sheet.ts';
import type { AttributeKindsOf, ElementTag, PropertiesOf } from './table/types.ts';
import type { Widget } from './widget-context.ts';
import { WidgetRoot, type WidgetRootProps } from './widget-root.tsx';

// r2wc's internals: pinned version, and each use of them has a browser test.
const PROPS = Symbol.for('r2wc.props');
const RENDER = Symbol.for('r2wc.render');
const CONNECTED = Symbol.for('r2wc.connected');
const CONTEXT = Symbol.for('r2wc.context');

interface R2wcElement extends HTMLElement {
  [PROPS]: WidgetRootProps;
  [RENDER](): void;
  [CONNECTED]: boolean;
  /** What r2wc has drawn; nothing before. */
  readonly [CONTEXT]?: unknown;
  readonly container: ShadowRoot;
  connectedCallback(): void;
  disconnectedCallback(): void;
}

export interface WidgetOptions<Props> {
  /** Properties that can also be written as an attribute (`taskId` as `task-id`), and how it is read. */
  readonly attributes?: { readonly [Name in keyof Props & string]?: AttributeKind };
  /** Properties without an attribute: arrays, objects, functions. They are passed on as they are. */
  readonly properties?: readonly (keyof Props & string)[];
}

/** The sheet shows what stands for words that are still on their way after this time only (Skeleton). */
const WORDS_MS = 200;

/** Elements that were put on the page and are not drawn yet, and how to draw each. */
const undrawn = new Map<R2wcElement, () => void>();

/**
 * Draws what is put on the page in one go, before the browser looks at it again. React would draw element after element
 * and let go every 5 ms, and the browser lay out and paint the page each time.
 */
function drawSoon(element: R2wcElement, draw: () => void): void {
  if (undrawn.size === 0) queueMicrotask(drawAll);
  undrawn.set(element, draw);
}

async function drawAll(): Promise<void> {
  // Who is signed in is asked meanwhile; the first element of a page begins with it.
  void startSession();
  const words = language.peek();
  // Without words an element would be drawn twice, the second time slice by slice.
  if (!hasCatalogues(words))
    await Promise.race([loadCatalogues(words), new Promise((resolve) => setTimeout(resolve, WORDS_MS))]);
  const now = [...undrawn];
  undrawn.clear();
  flushSync(() => {
    // One that was taken away again is drawn when it comes back.
    for (const [element, draw] of now) if (element.isConnected) draw();
  });
}

const OWN_ATTRIBUTES = ['theme', 'density'] as const;

/**
 * Defines a custom element that draws a component in an open shadow root, unless the page already has one of that
 * name. Every element also knows the attributes `theme` (page, system, light, dark) and `density` (dense, comfortable).
 * What the table of elements knows has exactly the attributes that stand there.
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
      // Not this.shadowRoot: a page may have every root closed.
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
      // What a page set before this class existed is an own property and would hide the accessor for ever.
      for (const name of propertyNames) {
        if (!Object.hasOwn(this, name)) continue;
        const value = (this as unknown as Record<string, unknown>)[name];
        delete (this as unknown as Record<string, unknown>)[name];
        this.setValue(name, value);
      }
    }

    /** Where the code of the element came late, the loader has said so in a root. */
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
      // An element inside another one has its tokens, and so what the page has set of them.
      const root = this.getRootNode();
      const isNested = root instanceof ShadowRoot && root.adoptedStyleSheets.includes(elementSheet);
      this.toggleAttribute('data-nested', isNested);
      super.connectedCallback();
    }

    override disconnectedCallback(): void {
      // Moving an element disconnects and connects it in one go; what was typed into it must live on.
      queueMicrotask(() => {
        if (!this.isConnected) super.disconnectedCallback();
      });
    }

    /** Its presence tells the browser that moveBefore() needs no disconnecting. */
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
