import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { useState } from 'react';
import { holdTimers } from '../../../test/support/hold-timers.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { defineWidget } from '../define-widget/define-widget.tsx';
import { SearchBox } from './search-box.tsx';

let asked: string[] = [];
/** While set, responses arrive when it says so, to simulate slow rendering. */
let late: ((arrive: () => void) => void) | null = null;
function Sample() {
  const [q, setQ] = useState('');
  const search = (next: string) => {
    asked.push(next);
    if (late) late(() => setQ(next));
    else setQ(next);
  };
  return (
    <>
      <SearchBox label="Search tasks" value={q} onSearch={search} shortcut="/" />
      <button type="button" onClick={() => setQ('from a view')}>
        View
      </button>
    </>
  );
}
defineWidget('verva-search-sample', Sample);

describe('the search of a list', () => {
  it('TSK-17 requests once for typed text, at once on Enter, and not on Escape', async () => {
    asked = [];
    const clock = holdTimers(250);
    const element = document.body.appendChild(document.createElement('verva-search-sample'));
    const input = () => element.shadowRoot?.querySelector('input') as HTMLInputElement;
    await waitUntil(() => input() !== null);
    input().focus();
    await sendKeys({ type: 'pump' });
    expect(asked).to.deep.equal([]);
    expect(clock.waiting()).to.deep.equal([250]);
    clock.pass();
    expect(asked).to.deep.equal(['pump']);
    await sendKeys({ type: 's' });
    await sendKeys({ press: 'Enter' });
    expect(asked).to.deep.equal(['pump', 'pumps']);
    await sendKeys({ press: 'Enter' });
    await sendKeys({ press: 'Escape' });
    expect(asked).to.deep.equal(['pump', 'pumps', '']);

    // A value chosen elsewhere is not overwritten by pending input.
    await sendKeys({ type: 'x' });
    element.shadowRoot?.querySelector('button')?.click();
    await waitUntil(() => input().value === 'from a view');
    input().focus();
    await sendKeys({ press: 'Enter' });
    clock.pass();
    expect(asked).to.deep.equal(['pump', 'pumps', '']);
    clock.release();
    element.remove();
  });

  it('TSK-17 further input, and spaces between words, stay while the list is loading', async () => {
    asked = [];
    const clock = holdTimers(250);
    let arrive = () => {};
    late = (then) => {
      arrive = then;
    };
    const element = document.body.appendChild(document.createElement('verva-search-sample'));
    const input = () => element.shadowRoot?.querySelector('input') as HTMLInputElement;
    await waitUntil(() => input() !== null);
    input().focus();
    await sendKeys({ type: 'crane ' });
    clock.pass();
    await sendKeys({ type: 'm' });
    arrive();
    await new Promise(requestAnimationFrame);
    await new Promise((resolve) => setTimeout(resolve));
    expect(input().value).to.equal('crane m');
    await sendKeys({ type: 'otor' });
    expect(clock.waiting()).to.deep.equal([250]);
    clock.pass();
    expect(asked).to.deep.equal(['crane', 'crane motor']);
    late = null;
    clock.release();
    element.remove();
  });
});
