import { expect } from '@open-wc/testing';
import { useSignals } from '@preact/signals-react/runtime';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { useRef } from 'react';
import { runAxe } from '../../../test/support/axe.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { call } from '../../shared/api/index.ts';
import { defineWidget } from '../../shared/define-widget/define-widget.tsx';
import { setLanguage, useMessages } from '../../shared/locale/index.ts';
import { inboxMessages } from './inbox.messages.ts';
import { createInboxStore, type InboxStore } from './inbox.store.ts';
import { Keys } from './keys.tsx';
import { TaskList } from './task-list.tsx';
import type { ListHandle } from './virtual-list.tsx';

let store: InboxStore;
let element: HTMLElement;
let opened: string[];
let helped: number;
let total: number;
let gone: Set<number>;
let asked: { after: number; limit: number }[];

const name = (index: number) => `Task ${index}`;
const task = (index: number) => ({
  id: `t${index}`,
  name: index === 2 ? 'Approve leave: Jüri Lepik' : name(index),
  ...(index === 2 ? { step: 'Approve leave' } : {}),
  process: { key: index < total / 2 ? 'a' : 'b', name: index < total / 2 ? 'Alpha' : 'Beta', version: 1 },
  businessKey: `K-${index}`,
  unread: index % 3 === 0,
  hasDraft: index === 1,
  assignee: null,
  priority: 50,
  created: '2026-11-01T10:00:00.000Z',
  due: null,
  dueDate: null,
  via: index % 5 === 0 ? 'delegation' : 'group',
  ...(index % 5 === 0 ? { viaUser: { id: 'mart.kask', key: 'mart', name: 'Mart Kask' } } : {}),
});

/** The inbox of a server with `total` tasks, except the removed ones. */
async function serve({ path }: { path: string }, { query = {} }: { query?: Record<string, string> }) {
  if (path !== '/api/tasks') return [];
  const all = Array.from({ length: total }, (_, index) => index).filter((index) => !gone.has(index));
  const after = query.after === undefined ? -1 : Number(query.after);
  const limit = Number(query.limit);
  asked.push({ after, limit });
  const rest = all.filter((index) => index > after);
  const items = rest.slice(0, limit);
  return { items: items.map(task), next: rest.length > limit ? String(items.at(-1)) : null };
}

function Sample() {
  useSignals();
  const t = useMessages(inboxMessages);
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<ListHandle>(null);
  return (
    <div className="split alone" ref={box}>
      <Keys
        box={box}
        list={list}
        store={store}
        open={null}
        onOpen={(id) => opened.push(id)}
        onHelp={() => {
          helped += 1;
        }}
        t={t}
      />
      <section className="list-pane" aria-label="Inbox">
        <input type="search" aria-label="Search" />
        <TaskList store={store} t={t} open={null} onOpen={(id) => opened.push(id)} handle={list} />
      </section>
    </div>
  );
}
defineWidget('verva-list-sample', Sample);

const all = <E extends HTMLElement>(selector: string) => [...(element.shadowRoot?.querySelectorAll<E>(selector) ?? [])];
const rows = () => all<HTMLButtonElement>('button.item');
const row = (id: string) => all(`[data-task="${id}"]`)[0];
const list = () => all('.list')[0] as HTMLElement;
/** How far rows are rendered below the visible area. */
const reach = () =>
  Math.max(...rows().map((one) => one.getBoundingClientRect().bottom)) - list().getBoundingClientRect().bottom;
const focused = () => (element.shadowRoot?.activeElement as HTMLElement | null)?.dataset.task;

async function draw(count: number, { group = 'none' }: { group?: 'none' | 'process' | 'due' } = {}): Promise<void> {
  await setViewport({ width: 1000, height: 700 });
  total = count;
  gone = new Set();
  asked = [];
  opened = [];
  helped = 0;
  store = createInboxStore(serve as unknown as typeof call, { clock: () => new Date('2026-11-21T10:00:00Z') });
  await store.adopt({ group });
  element = document.createElement('verva-list-sample');
  element.style.cssText = 'display: block; height: 600px';
  document.body.append(element);
  await waitUntil(() => rows().length > 0, 'rows are drawn');
  // They render once more with their icons.
  await waitUntil(() => rows().every((one) => one.querySelector('.meta path[d]')), 'icons');
  // Overscan rows follow after the first paint.
  await waitUntil(() => rows().length === count || reach() > 600, 'the rows beside are drawn');
}

describe('the list of an inbox', () => {
  const real = window.requestAnimationFrame;
  afterEach(() => {
    window.requestAnimationFrame = real;
  });

  /** Makes each frame take this long, as seen by the list. */
  function framesTake(ms: number): void {
    let time = 0;
    let frame = 0;
    window.requestAnimationFrame = (then) =>
      real((now) => {
        if (now !== frame) time += ms;
        frame = now;
        then(time);
      });
  }

  afterEach(async () => {
    store.stop();
    element.remove();
    await setLanguage('en');
  });

  it('TSK-17 a row has the subject before the step, and the number last, whole or not at all', async () => {
    await draw(4);
    element.style.width = '320px';
    const part = (selector: string) => row('t2')?.querySelector<HTMLElement>(selector);
    expect(part('.subject')?.textContent).to.equal('Jüri Lepik');
    expect(part('.kind')?.textContent).to.equal('Approve leave');
    expect(part('.name')?.title).to.equal('Approve leave: Jüri Lepik');
    expect(part('.meta')?.lastElementChild?.textContent).to.equal('K-2');
    const isCut = () => part('.name')!.scrollWidth > part('.name')!.clientWidth;
    expect(isCut()).to.equal(false);
    const [line, number] = ['.meta', '.number'].map((selector) => part(selector)!.getBoundingClientRect());
    expect(Math.abs(number!.top - line!.top)).to.be.below(3);
    // Without room the number is in the second line, which is hidden with its separator.
    part('.meta')!.style.width = '40px';
    expect(part('.number')!.getBoundingClientRect().top).to.be.at.least(line!.bottom - 1);
  });

  it('TSK-20 renders the visible rows with their position and total, and loads ahead', async () => {
    await draw(1000);
    await waitUntil(() => asked.length > 1, 'the next page is asked for');
    expect(rows().length).to.be.lessThan(60);
    const item = rows()[0]?.parentElement;
    expect(item?.getAttribute('aria-posinset')).to.equal('1');
    expect(item?.getAttribute('aria-setsize')).to.equal('-1');
    for (let step = 0; store.list.value.status === 'ready' && !store.list.value.isWhole; step += 1) {
      list().scrollTop = list().scrollHeight;
      const before = asked.length;
      await waitUntil(
        () => asked.length > before || (store.list.value.status === 'ready' && store.list.value.isWhole),
        `page ${step}`,
      );
    }
    list().scrollTop = list().scrollHeight;
    await waitUntil(() => row('t999') !== undefined, 'the last row');
    expect(row('t999')?.parentElement?.getAttribute('aria-setsize')).to.equal('1000');
    expect(rows().length).to.be.lessThan(60);
    // Rows do not overlap, and the last one ends where the list does.
    const boxes = rows().map((one) => one.getBoundingClientRect());
    const sorted = boxes.sort((a, b) => a.top - b.top);
    for (const [index, box] of sorted.entries()) {
      const next = sorted[index + 1];
      if (next) expect(Math.abs(next.top - box.bottom)).to.be.lessThan(1);
    }
    expect(Math.abs((sorted.at(-1)?.bottom ?? 0) - list().getBoundingClientRect().bottom)).to.be.lessThan(60);
  });

  it('TSK-20 TSK-17 rows are never rendered at a wrong height, even if heights differ', async () => {
    await draw(100, { group: 'process' });
    element.remove();
    element = document.createElement('verva-list-sample');
    element.style.cssText = 'display: block; height: 600px';
    store.setup.value = { ...store.setup.peek(), density: 'comfortable' };
    document.body.append(element);
    await null;
    // An observer added now is called after those of the list, and before the paint.
    const boxes = await new Promise<DOMRect[]>((resolve) => {
      const observer = new ResizeObserver(() => {
        observer.disconnect();
        resolve(rows().map((one) => one.getBoundingClientRect()));
      });
      observer.observe(list());
    });
    expect(boxes).to.not.be.empty;
    for (const [index, box] of boxes.entries()) {
      const next = boxes[index + 1];
      if (next) expect(Math.abs(next.top - box.bottom)).to.be.lessThan(1);
    }
  });

  it('TSK-20 without a fixed height it renders and loads no more than the window shows', async () => {
    await draw(1000);
    element.style.height = '';
    await waitUntil(() => list().clientHeight > 600, 'the list has grown');
    expect(list().clientHeight).to.be.at.most(innerHeight);
    await waitUntil(() => store.loaded().length >= 150, 'the next page');
    await new Promise(requestAnimationFrame);
    expect(rows().length).to.be.lessThan(60);
    expect(store.loaded().length).to.be.lessThan(300);
  });

  it('TSK-20 scrolling renders each row once, reuses elements, and restores their order when it stops', async () => {
    framesTake(16);
    await draw(1000);
    await waitUntil(() => store.loaded().length >= 150, 'the next page');
    await new Promise(requestAnimationFrame);
    const drawn = rows().map((one) => one.dataset.task as string);
    // A pause in between, on a busy machine, moves existing elements.
    const known = new Set<Node>(all('.rows li'));
    let made = 0;
    const watch = new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records) {
        if (type === 'attributes') drawn.push((target as HTMLElement).dataset.task as string);
        for (const node of addedNodes) if ((node as Element).tagName === 'LI' && !known.has(node)) made += 1;
      }
    });
    watch.observe(list(), { subtree: true, childList: true, attributeFilter: ['data-task'] });
    for (let step = 1; step <= 40; step += 1) {
      list().scrollTop = step * 120;
      await new Promise(requestAnimationFrame);
    }
    await waitUntil(() => row('t75') !== undefined, 'scrolled');
    expect(made).to.equal(0);
    const inOrder = () => {
      const places = all('.rows li').map((one) => Number(one.getAttribute('aria-posinset')));
      return places.every((place, index) => index === 0 || place === (places[index - 1] as number) + 1);
    };
    await waitUntil(inOrder, 'in order');
    watch.disconnect();
    expect(drawn.length).to.be.greaterThan(80);
    expect(new Set(drawn).size).to.equal(drawn.length);
  });

  it('TSK-20 a page outside the visible range does not affect visible rows', async () => {
    await draw(1000);
    await waitUntil(() => store.loaded().length >= 150, 'the next page');
    await new Promise(requestAnimationFrame);
    const touched: string[] = [];
    const watch = new MutationObserver((records) => {
      for (const { target } of records) touched.push((target as Element).closest?.('li, .rows')?.tagName ?? '');
    });
    watch.observe(list(), { subtree: true, childList: true, attributes: true, characterData: true });
    const before = list().scrollHeight;
    await store.loadMore();
    await waitUntil(() => list().scrollHeight > before, 'the list is longer');
    watch.disconnect();
    expect(new Set(touched)).to.deep.equal(new Set(['DIV']));
  });

  describe('scrolling faster than rows are rendered', () => {
    /** Scrolls down and up by 300 pixels per frame, until `look` returns true. */
    async function scroll(look: () => boolean): Promise<void> {
      for (let step = 0; ; step += 1) {
        list().scrollTop = 900 + 300 * Math.abs((step % 40) - 20);
        await new Promise(real);
        if (look()) return;
        expect(step).to.be.lessThan(600);
      }
    }

    /** Titles shown without their rows, and their distance from the corner of the viewport. */
    function titles() {
      return all('.titles > div').flatMap((block) => {
        const text = block.firstChild as Text;
        let from = 0;
        return text.data.split('\n').map((words) => {
          const range = document.createRange();
          range.setStart(text, from);
          range.setEnd(text, from + words.length);
          from += words.length + 1;
          return { words, box: range.getBoundingClientRect() };
        });
      });
    }

    it('TSK-20 with slow frames, new rows show only their title in place until scrolling stops', async () => {
      await draw(1000);
      await waitUntil(() => store.loaded().length >= 150, 'the next page');
      row('t3')?.focus();
      framesTake(40);
      let drawn: (string | undefined)[] = [];
      let named: ReturnType<typeof titles> = [];
      let both: string[] = [];
      const inSight = () => {
        const seen = list().getBoundingClientRect();
        return named.filter(({ box }) => box.top > seen.top && box.bottom < seen.bottom);
      };
      await scroll(() => {
        named = titles();
        const now = named;
        if (now.length === 0) return false;
        const ids = rows().map((one) => one.dataset.task);
        both = now.map(({ words }) => words).filter((words) => ids.includes(`t${words.slice(5)}`));
        // Loading more pages does not render them in full.
        if (drawn.length > 0) expect(ids).to.deep.equal(drawn);
        drawn = ids;
        return inSight().length > 5;
      });
      expect(named.length).to.be.greaterThan(10);
      expect(new Set(named.map(({ words }) => words)).size).to.equal(named.length);
      expect(both).to.deep.equal([]);
      expect(drawn).to.include('t3');
      expect(focused()).to.equal('t3');
      expect(all('.titles')[0]?.ariaHidden).to.equal('true');
      await waitUntil(() => all('.titles').length === 0, 'calm');
      for (const { words, box } of inSight()) {
        const whole = row(`t${words.slice(5)}`) as HTMLElement;
        const range = document.createRange();
        range.selectNodeContents(whole.querySelector('.name') as Element);
        const its = range.getBoundingClientRect();
        expect(range.toString()).to.equal(words);
        expect(Math.abs((its.top + its.bottom - box.top - box.bottom) / 2)).to.be.lessThan(1);
        expect(Math.abs(its.left - box.left)).to.be.lessThan(0.1);
        expect(Math.abs(its.width - box.width)).to.be.lessThan(0.5);
        expect(whole.querySelector('.meta')?.textContent).to.include(`K-${words.slice(5)}`);
      }
      expect(focused()).to.equal('t3');
    });

    it('TSK-20 with fast frames, rows are always complete', async () => {
      await draw(1000);
      await waitUntil(() => store.loaded().length >= 150, 'the next page');
      framesTake(16);
      let frames = 0;
      await scroll(() => {
        expect(all('.titles').length).to.equal(0);
        frames += 1;
        return frames === 20;
      });
    });

    it('TSK-17 TSK-20 a change, or moving the focus by keyboard, completes the rows', async () => {
      await draw(1000, { group: 'process' });
      await waitUntil(() => store.loaded().length >= 150, 'the next page');
      framesTake(40);
      row('t0')?.focus();
      let times = 0;
      await scroll(() => {
        if (all('.titles').length === 0) return false;
        times += 1;
        if (times === 1) store.remove('t2');
        else if (times === 3) {
          row('t0')?.dispatchEvent(
            new KeyboardEvent('keydown', { key: 'j', bubbles: true, composed: true, cancelable: true }),
          );
          expect(all('.titles').length).to.equal(0);
          expect(focused()).to.equal('t1');
        }
        return times === 3;
      });
      await waitUntil(() => all('.titles').length === 0 && row('t1') !== undefined, 'calm');
      expect(row('t2')).to.equal(undefined);
    });
  });

  it('TSK-17 TSK-20 the focused row keeps the focus wherever the list is scrolled', async () => {
    await draw(1000);
    row('t3')?.focus();
    const element = row('t3');
    list().scrollTop = 2400;
    await waitUntil(() => row('t45') !== undefined && row('t1') === undefined, 'scrolled');
    await waitUntil(() => all('.rows li')[0]?.contains(element as Node), 'in order, it being the first');
    expect(focused()).to.equal('t3');
    expect(row('t3')).to.equal(element);
    store.remove('t3');
    await waitUntil(() => row('t3') === undefined, 'gone');
    expect(focused()).to.equal(undefined);
  });

  it('TSK-17 groups have headings that stay visible', async () => {
    await draw(40, { group: 'process' });
    expect(all('.rows h2').map((one) => one.textContent)).to.deep.equal(['Alpha20', 'Beta20']);
    list().scrollTop = 300;
    await waitUntil(() => {
      const [heading] = all('.rows h2');
      return Math.abs((heading?.getBoundingClientRect().top ?? 0) - list().getBoundingClientRect().top) < 1;
    }, 'the heading stands at the top');
  });

  it('TSK-17 TSK-20 j and k move through the list, including rows not loaded yet; Enter opens', async () => {
    await draw(300);
    rows()[0]?.focus();
    await sendKeys({ press: 'j' });
    await waitUntil(() => focused() === 't1', 'the second row');
    await sendKeys({ press: 'k' });
    await waitUntil(() => focused() === 't0', 'the first row');
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => opened.includes('t0'), 'opened');
    // To the last loaded row, and on from there, until there is no more.
    while (focused() !== 't299') {
      const before = focused();
      await sendKeys({ press: 'End' });
      await waitUntil(() => focused() !== before, `further than ${before}`);
    }
    await sendKeys({ press: 'Home' });
    await waitUntil(() => focused() === 't0', 'the first row again');
    await sendKeys({ press: 'PageDown' });
    await waitUntil(() => focused() !== 't0' && row(focused() ?? '') !== undefined, 'a page further');
    expect(all('button.item[tabindex="0"]').length).to.equal(1);
  });

  it('TSK-17 letters are input while typing, and shortcuts apply only inside', async () => {
    await draw(10);
    const search = all<HTMLInputElement>('input')[0] as HTMLInputElement;
    rows()[0]?.focus();
    await sendKeys({ press: '/' });
    expect(element.shadowRoot?.activeElement).to.equal(search);
    await sendKeys({ type: 'jk?' });
    expect(search.value).to.equal('jk?');
    expect(helped).to.equal(0);
    search.blur();
    await sendKeys({ press: '?' });
    expect(helped).to.equal(0);
    rows()[0]?.focus();
    await sendKeys({ press: '?' });
    expect(helped).to.equal(1);
  });

  it('TSK-20 changes above keep the visible rows in place', async () => {
    await draw(400);
    await waitUntil(() => store.loaded().length >= 150, 'two pages');
    list().scrollTop = 3000;
    await waitUntil(() => row('t55') !== undefined, 'scrolled');
    const top = list().getBoundingClientRect().top;
    const first = () =>
      rows()
        .filter((one) => one.getBoundingClientRect().top >= top)
        .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)[0];
    const anchor = first()?.dataset.task as string;
    const before = row(anchor)?.getBoundingClientRect().top as number;
    gone = new Set([3, 10, 11, 20]);
    await store.see(0, 2);
    await store.refresh();
    await store.see(0, 2);
    await waitUntil(() => !store.loaded().some(({ id }) => id === 't10'), 'read again');
    await waitUntil(
      () => Math.abs((row(anchor)?.getBoundingClientRect().top ?? 0) - before) < 1,
      'the row is where it was',
    );
  });

  it('I18N-03 existing rows switch to the chosen language', async () => {
    await draw(20);
    const marks = () => all('[data-task="t1"] .draft:not([hidden])').map(({ ariaLabel, title }) => [ariaLabel, title]);
    expect(marks()).to.deep.equal([['Draft', 'Draft']]);
    await setLanguage('et');
    await waitUntil(() => marks()[0]?.[0] === 'Mustand', 'the mark has its new name');
    expect(marks()).to.deep.equal([['Mustand', 'Mustand']]);
  });

  it('axe finds no violation, with groups, marks and every field, in any language', async () => {
    await draw(12, { group: 'process' });
    await store.arrange({
      columns: ['process', 'businessKey', 'due', 'assignee', 'priority', 'created', 'onBehalfOf'],
    });
    for (const language of ['en', 'ru', 'et', 'zh'] as const) {
      await setLanguage(language);
      await waitUntil(() => rows().length === 12, language);
      const { violations } = await runAxe(element, { rules: { region: { enabled: false } } });
      expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).to.deep.equal([]);
    }
  });
});
