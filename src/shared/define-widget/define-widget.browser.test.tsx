import { expect, oneEvent } from '@open-wc/testing';
import { signal } from '@preact/signals-core';
import { useSignals } from '@preact/signals-react/runtime';
import { useEffect, useState } from 'react';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { EVENTS } from '../element/table/events.ts';
import { useWidget, type Widget } from '../element/widget-context.ts';
import { register } from '../locale/catalogues.ts';
import { language, setLanguage } from '../locale/language.ts';
import { density, theme } from '../page/display.ts';
import { pageWideSignal } from '../page/page-wide.ts';
import type { SessionState } from '../session/index.ts';
import { defineWidget } from './define-widget.tsx';

interface ProbeProps {
  readonly taskId?: string;
  readonly size?: number;
  readonly flag?: boolean;
  readonly config?: { readonly a: number };
  readonly rows?: readonly number[];
}

const log = { mounts: 0, unmounts: 0, latest: {} as ProbeProps, widget: null as Widget | null };
const shared = signal('calm');

function Probe(props: ProbeProps) {
  useSignals();
  const widget = useWidget();
  const [typed, setTyped] = useState('');
  log.latest = props;
  log.widget = widget;
  useEffect(() => {
    log.mounts += 1;
    return () => {
      log.unmounts += 1;
    };
  }, []);
  if (props.taskId === 'broken') throw new Error('This task cannot be drawn.');
  return (
    <p>
      <span>{shared.value}</span>
      <input value={typed} onChange={(event) => setTyped(event.target.value)} />
      <button type="button" onClick={() => widget.ask('verva-task-opened', { taskId: props.taskId ?? null })}>
        Open
      </button>
    </p>
  );
}

type ProbeElement = HTMLElement & { -readonly [Name in keyof ProbeProps]: ProbeProps[Name] };

const define = (tag: `verva-${string}`) =>
  defineWidget(tag, Probe, {
    attributes: { taskId: 'string', size: 'number', flag: 'boolean', config: 'json' },
    properties: ['rows'],
  });
define('verva-probe');

let stage: HTMLElement;

beforeEach(() => {
  stage = document.body.appendChild(document.createElement('main'));
  Object.assign(log, { mounts: 0, unmounts: 0, latest: {} });
});

afterEach(async () => {
  stage.remove();
  await settled();
});

// Removal unmounts in a microtask, React renders in tasks of its own: two frames are after both.
async function settled(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
}

async function probe(html = '<verva-probe></verva-probe>'): Promise<ProbeElement> {
  stage.innerHTML = html;
  const element = stage.firstElementChild as ProbeElement;
  await waitUntil(() => element.shadowRoot?.querySelector('input'));
  return element;
}

const inside = <T extends Element>(element: Element, selector: string) => {
  const found = element.shadowRoot?.querySelector<T>(selector);
  if (!found) throw new Error(`${selector} is not there`);
  return found;
};

// Never called: checked by the compiler.
export function refusedByTheCompiler({ emit, ask }: Widget): void {
  // @ts-expect-error no element dispatches this event
  emit('verva-tasks-opened', { taskId: '7' });
  // @ts-expect-error its detail has `taskId`
  ask('verva-task-opened', { task: '7' });
  // @ts-expect-error the event is cancelable, so `ask` is required
  emit('verva-task-opened', { taskId: '7' });
  // @ts-expect-error the event has no default to prevent
  ask('verva-view-changed', {});
  // @ts-expect-error an attribute is missing
  defineWidget('verva-tasks', Probe, { attributes: { taskId: 'string' } });
  // @ts-expect-error the table does not have this attribute
  defineWidget('verva-task-form', Probe, { attributes: { taskId: 'string', size: 'number' } });
  // @ts-expect-error the attribute is a string
  defineWidget('verva-task-form', Probe, { attributes: { taskId: 'number' } });
}

describe('defineWidget', () => {
  it('EMB-01 parses attributes as text, number, boolean and JSON', async () => {
    await probe('<verva-probe task-id="7" size="3" flag config=\'{"a":1}\'></verva-probe>');
    expect(log.latest).to.deep.equal({ taskId: '7', size: 3, flag: true, config: { a: 1 } });
  });

  it('treats invalid JSON and numbers as missing', async () => {
    await probe('<verva-probe size="much" config="{a"></verva-probe>');
    expect(log.latest.size).to.equal(undefined);
    expect(log.latest.config).to.equal(undefined);
  });

  it('removes the value of a removed attribute', async () => {
    const element = await probe('<verva-probe task-id="7" flag></verva-probe>');
    element.removeAttribute('task-id');
    element.removeAttribute('flag');
    await waitUntil(() => log.latest.taskId === undefined && log.latest.flag === undefined);
  });

  it('follows changes of attributes and properties', async () => {
    const element = await probe();
    element.setAttribute('task-id', '8');
    await waitUntil(() => log.latest.taskId === '8');
    element.taskId = '9';
    await waitUntil(() => log.latest.taskId === '9');
    expect(element.taskId).to.equal('9');
    expect(element.getAttribute('task-id')).to.equal('8');
  });

  it('keeps properties that were set before the code arrived', async () => {
    const rows = [1, 2, 3];
    const early = document.createElement('verva-late-probe') as ProbeElement;
    early.rows = rows;
    early.taskId = '5';
    stage.append(early);
    define('verva-late-probe');
    await waitUntil(() => early.shadowRoot?.querySelector('input'));
    expect(log.latest.rows).to.equal(rows);
    expect(log.latest.taskId).to.equal('5');
  });

  it('passes arrays by property, without an attribute', async () => {
    const element = await probe();
    const rows = Array.from({ length: 50_000 }, (_, index) => index);
    element.rows = rows;
    await waitUntil(() => log.latest.rows === rows);
    expect(element.attributes.length).to.equal(0);
  });

  it('keeps input when moved by append or moveBefore', async () => {
    const element = await probe();
    const input = inside<HTMLInputElement>(element, 'input');
    input.focus();
    document.execCommand('insertText', false, 'draft');
    const other = stage.appendChild(document.createElement('section'));
    other.append(element);
    await settled();
    expect(inside<HTMLInputElement>(element, 'input').value).to.equal('draft');
    if ('moveBefore' in other) {
      (stage as unknown as { moveBefore(node: Node, before: Node | null): void }).moveBefore(element, other);
      await settled();
    }
    expect(inside<HTMLInputElement>(element, 'input').value).to.equal('draft');
    expect(log.mounts).to.equal(1);
    expect(log.unmounts).to.equal(0);
  });

  it('unmounts when removed and mounts again when reinserted', async () => {
    const element = await probe();
    element.remove();
    await waitUntil(() => log.unmounts === 1);
    stage.append(element);
    await waitUntil(() => log.mounts === 2);
  });

  it('EMB-01 renders everything added in one task before the browser lays out', async () => {
    await probe();
    stage.append(...Array.from({ length: 20 }, () => document.createElement('verva-probe')));
    await null;
    for (const element of stage.children) expect(element.shadowRoot?.querySelector('input')).to.not.equal(null);
    expect(log.mounts).to.equal(21);
  });

  it('EMB-01 I18N-03 waits briefly for texts, and renders once with them', async () => {
    let arrive = () => {};
    let isHere = false;
    const arrival = new Promise<void>((resolve) => {
      arrive = () => {
        isHere = true;
        resolve();
      };
    });
    await probe();
    register({ has: () => isHere, load: () => arrival });
    const element = document.createElement('verva-probe');
    const seen: Node[] = [];
    const observer = new MutationObserver((records) =>
      seen.push(...records.flatMap(({ addedNodes }) => [...addedNodes])),
    );
    observer.observe(element.shadowRoot as ShadowRoot, { childList: true, subtree: true });
    stage.append(element);
    await null;
    expect(element.shadowRoot?.childElementCount).to.equal(0);
    arrive();
    await waitUntil(() => element.shadowRoot?.querySelector('input'));
    observer.disconnect();
    expect(seen.some((node) => node instanceof Element && node.querySelector('.skeleton'))).to.equal(false);
  });

  it('EMB-01 does not render an element that was removed at once, until it returns', async () => {
    const element = await probe();
    const brief = document.createElement('verva-probe') as ProbeElement;
    stage.append(brief);
    brief.taskId = '6';
    brief.remove();
    element.remove();
    await waitUntil(() => log.unmounts === 1);
    expect(log.mounts).to.equal(1);
    stage.append(brief);
    await waitUntil(() => log.mounts === 2);
    expect(log.latest.taskId).to.equal('6');
  });

  it('EMB-05 notifies the page with a composed, cancelable event', async () => {
    const element = await probe('<verva-probe task-id="7"></verva-probe>');
    setTimeout(() => inside<HTMLButtonElement>(element, 'button').click());
    const event = await oneEvent(document, 'verva-task-opened');
    expect(event.detail).to.deep.equal({ taskId: '7' });
    expect(event.target).to.equal(element);
    expect(event.composed && event.cancelable).to.equal(true);
  });

  it('EMB-05 EMB-06 sends every event of the table out of shadow roots, cancelable as the table says', async () => {
    await probe();
    const widget = log.widget as unknown as Record<'ask' | 'emit', (name: string, detail: unknown) => unknown>;
    for (const [name, { cancelable }] of Object.entries(EVENTS)) {
      const detail = {};
      const heard = new Promise<CustomEvent>((resolve) => {
        const listener = (event: Event) => {
          event.preventDefault();
          resolve(event as CustomEvent);
        };
        document.addEventListener(name, listener, { once: true });
      });
      expect(widget[cancelable ? 'ask' : 'emit'](name, detail), name).to.equal(cancelable ? false : undefined);
      const event = await heard;
      expect(event.detail, name).to.equal(detail);
      expect([event.bubbles, event.composed, event.cancelable], name).to.deep.equal([true, true, cancelable]);
    }
  });

  it('EMB-05 renders an error in place, notifies the page, and can be retried', async () => {
    const element = await probe();
    setTimeout(() => {
      element.taskId = 'broken';
    });
    const event = await oneEvent(element, 'verva-error');
    expect(event.detail.error.message).to.equal('This task cannot be drawn.');
    await waitUntil(() => element.shadowRoot?.querySelector('[role=alert]'));
    element.taskId = 'whole';
    // Retrying before the new task has loaded fails once more, and can be repeated.
    await waitUntil(() => {
      element.shadowRoot?.querySelector<HTMLButtonElement>('[role=alert] button')?.click();
      return element.shadowRoot?.querySelector('input');
    });
  });

  it('EMB-02 I18N-03 all elements share one signal, one theme and one language', async () => {
    stage.innerHTML = '<verva-probe></verva-probe><verva-probe theme="light"></verva-probe>';
    const [first, second] = [...stage.children] as [ProbeElement, ProbeElement];
    await waitUntil(() => second.shadowRoot?.querySelector('input'));
    const before = language.value;
    shared.value = 'busy';
    theme.value = 'dark';
    density.value = 'comfortable';
    await setLanguage('et');
    const look = (element: Element) => getComputedStyle(inside(element, '.verva-root'));
    await waitUntil(() => look(first).colorScheme === 'dark');
    for (const element of [first, second]) {
      await waitUntil(() => inside(element, 'span').textContent === 'busy');
      await waitUntil(() => inside(element, '.verva-root').getAttribute('lang') === 'et');
    }
    expect(look(second).colorScheme).to.equal('light');
    expect(look(first).getPropertyValue('--verva-control')).to.contain('2.5');
    Object.assign(first, { theme: 'light', density: 'dense' });
    await waitUntil(() => look(first).colorScheme === 'light');
    expect(look(first).getPropertyValue('--verva-control')).to.not.contain('2.5');
    theme.value = 'page';
    density.value = 'dense';
    await setLanguage(before);
  });

  it('EMB-05 notifies the page when the session has ended', async () => {
    const state = pageWideSignal<SessionState>('session-state', { status: 'starting' });
    const element = await probe();
    const before = state.value;
    setTimeout(() => {
      state.value = { status: 'signed-out', reason: 'expired' };
    });
    const event = await oneEvent(document, 'verva-session-expired');
    expect(event.target).to.equal(element);
    state.value = before;
  });

  it('EMB-02 two copies of the code share one value', () => {
    const [first, second] = [pageWideSignal('test-value', 1), pageWideSignal('test-value', 2)];
    expect([first.value, second.value]).to.deep.equal([1, 1]);
    second.value = 3;
    expect(first.value).to.equal(3);
    first.value = 4;
    expect(second.value).to.equal(4);
  });

  it('defines a tag once, whichever copy comes second', () => {
    const first = customElements.get('verva-probe');
    define('verva-probe');
    expect(customElements.get('verva-probe')).to.equal(first);
  });
});
