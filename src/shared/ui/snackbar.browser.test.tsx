import { expect } from '@open-wc/testing';
import { sendMouse, setViewport } from '@web/test-runner-commands';
import { Check } from 'lucide-react';
import { holdTimers } from '../../../test/support/hold-timers.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { defineWidget } from '../define-widget/define-widget.tsx';
import { dismissSnack, showSnack, snacks } from './snackbar.ts';

defineWidget('verva-snack-probe', () => <p>Probe</p>);

let stage: HTMLElement;
const shown = () =>
  [...stage.children].flatMap((element) => [...(element.shadowRoot?.querySelectorAll<HTMLElement>('.snack') ?? [])]);
const text = () => shown()[0]?.textContent;
const box = () => shown()[0]?.parentElement as HTMLElement;

beforeEach(async () => {
  await setViewport({ width: 1000, height: 700 });
  stage = document.body.appendChild(document.createElement('main'));
  stage.innerHTML = '<verva-snack-probe></verva-snack-probe><verva-snack-probe></verva-snack-probe>';
  await waitUntil(() => [...stage.children].every((element) => element.shadowRoot?.querySelector('[role=status]')));
});

afterEach(() => {
  for (const { id } of snacks.value) dismissSnack(id);
  stage.remove();
});

describe('LAY-10 snackbar', () => {
  it('is shown once on the page, in the top layer, and read aloud', async () => {
    showSnack('“Check” completed.');
    await waitUntil(() => shown().length > 0);
    expect(shown().length).to.equal(1);
    expect(box().matches(':popover-open')).to.equal(true);
    const live = [...stage.children].map((element) => element.shadowRoot?.querySelector('[aria-live]')?.textContent);
    expect(live.toSorted()).to.deep.equal(['', '“Check” completed.']);
  });

  it('waits for the previous one', async () => {
    const first = showSnack('First');
    showSnack('Second');
    await waitUntil(() => text() === 'First');
    expect(shown().length).to.equal(1);
    dismissSnack(first);
    await waitUntil(() => text() === 'Second');
  });

  it('disappears after four seconds, but not under the pointer', async () => {
    const clock = holdTimers(3000, 4000);
    showSnack('Saved.');
    await waitUntil(() => shown().length === 1 && clock.waiting().length === 1);
    expect(clock.waiting()).to.deep.equal([4000]);
    const { left, top } = box().getBoundingClientRect();
    await sendMouse({ type: 'move', position: [Math.round(left + 10), Math.round(top + 10)] });
    // The pause renders first, then the timer stops.
    await waitUntil(() => shown()[0]?.classList.contains('paused') && clock.waiting().length === 0);
    await sendMouse({ type: 'move', position: [10, 10] });
    await waitUntil(() => clock.waiting().length === 1);
    clock.pass();
    await waitUntil(() => shown().length === 0);
    clock.release();
  });

  it('stays while its action has the focus', async () => {
    const clock = holdTimers(3000, 4000);
    showSnack({ text: 'Deleted', action: { label: 'Undo', onSelect: () => undefined } });
    await waitUntil(() => shown().length === 1 && clock.waiting().length === 1);
    const undo = shown()[0]?.querySelector('button');
    undo?.focus();
    await waitUntil(() => shown()[0]?.classList.contains('paused') && clock.waiting().length === 0);
    undo?.blur();
    await waitUntil(() => clock.waiting().length === 1);
    clock.release();
  });

  it('has the primary colour by default, and an optional icon', async () => {
    showSnack({ text: 'Saved', icon: Check, timeout: 0 });
    await waitUntil(() => shown().length === 1);
    const colour = (element: Element) => getComputedStyle(element).backgroundColor;
    const sample = box().appendChild(document.createElement('i'));
    sample.style.background = 'var(--verva-primary)';
    expect(colour(shown()[0]!)).to.equal(colour(sample));
    expect(shown()[0]?.querySelector('svg.lucide-check')).to.not.equal(null);
  });

  it('is at the bottom right, on mobile at the top, or at a given position', async () => {
    const id = showSnack({ text: 'Here', timeout: 0 });
    await waitUntil(() => shown().length === 1);
    const place = () => box().getBoundingClientRect();
    expect([Math.round(innerWidth - place().right), Math.round(innerHeight - place().bottom)]).to.deep.equal([16, 16]);
    await setViewport({ width: 390, height: 700 });
    await waitUntil(() => place().top === 16);
    dismissSnack(id);
    await setViewport({ width: 1000, height: 700 });
    showSnack({ text: 'There', timeout: 0, position: { top: true, left: true } });
    await waitUntil(() => text()?.startsWith('There'));
    expect([place().left, place().top]).to.deep.equal([16, 16]);
  });

  it('covers no action that stays in place, also of elements that appear later; those that scroll do not count', async () => {
    const bar = stage.appendChild(document.createElement('div'));
    const root = bar.attachShadow({ mode: 'open' });
    const covered = () => {
      const card = box().getBoundingClientRect();
      return [...root.querySelectorAll('footer button, header button')].some((button) => {
        const { top, bottom, left, right } = button.getBoundingClientRect();
        return top < card.bottom && bottom > card.top && left < card.right && right > card.left;
      });
    };
    const fixed = 'position: fixed; inset-inline: 0; height: 60px; display: flex; justify-content: space-between';
    showSnack({ text: '“Approve leave: Jüri Lepik” completed: Approve', timeout: 0 });
    await waitUntil(() => shown().length === 1);
    const rows = '<button style="display: block; width: 100%; height: 40px">Row</button>'.repeat(40);
    root.innerHTML = `<header style="${fixed}; top: 0"><button>Back</button><button>Menu</button></header>
      <div style="position: fixed; inset: 60px 0; overflow: auto">${rows}</div>
      <footer style="${fixed}; bottom: 0"><button>Approve</button><button>Save</button></footer>`;
    await waitUntil(() => box().style.translate !== '' && !covered());
    const { bottom } = box().getBoundingClientRect();
    expect(innerHeight - bottom).to.be.within(60, 80);
    await setViewport({ width: 390, height: 700 });
    await waitUntil(() => !covered() && box().getBoundingClientRect().top < 100);
    root.replaceChildren();
    await waitUntil(() => box().style.translate === '');
    await setViewport({ width: 1000, height: 700 });
    bar.remove();
  });

  it('offers an action and where to go on, and closes with either', async () => {
    const chosen: string[] = [];
    const offer = () =>
      showSnack({
        text: 'Completed',
        action: { label: 'Undo', onSelect: () => void chosen.push('undo') },
        next: { label: 'Next task', onSelect: () => void chosen.push('next') },
      });
    for (const index of [0, 1]) {
      offer();
      await waitUntil(() => shown()[0]?.querySelectorAll('button').length === 2);
      shown()[0]?.querySelectorAll('button')[index]?.click();
      await waitUntil(() => shown().length === 0);
    }
    expect(chosen).to.deep.equal(['undo', 'next']);
  });

  it('has a colour, a shape and one action', async () => {
    let undone = false;
    showSnack({
      text: 'Deleted',
      color: 'red',
      rounded: true,
      multiLine: true,
      action: { label: 'Undo', onSelect: () => (undone = true) },
    });
    await waitUntil(() => shown().length === 1);
    expect(shown()[0]?.className).to.contain('red').and.contain('rounded').and.contain('multi-line');
    expect(shown()[0]?.querySelector('.ring')).to.not.equal(null);
    shown()[0]?.querySelector<HTMLElement>('button')?.click();
    await waitUntil(() => shown().length === 0);
    expect(undone).to.equal(true);
  });

  it('moves to another element when its own is removed', async () => {
    showSnack({ text: 'Still here', timeout: 0 });
    await waitUntil(() => shown().length === 1);
    const speaking = [...stage.children].find((element) => element.shadowRoot?.querySelector('.snack'));
    speaking?.remove();
    await waitUntil(() => text()?.startsWith('Still here'));
    expect(stage.children.length).to.equal(1);
  });
});
