import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { useState } from 'react';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { defineWidget } from '../element/define-widget.tsx';
import { SearchBox } from './search-box.tsx';

let asked: string[] = [];
function Sample() {
  const [q, setQ] = useState('');
  const search = (next: string) => {
    asked.push(next);
    setQ(next);
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
  it('TSK-17 asks once for what was typed, at once by Enter, and for nothing by Escape', async () => {
    asked = [];
    const element = document.body.appendChild(document.createElement('verva-search-sample'));
    const input = () => element.shadowRoot?.querySelector('input') as HTMLInputElement;
    await waitUntil(() => input() !== null);
    input().focus();
    await sendKeys({ type: 'pump' });
    expect(asked).to.deep.equal([]);
    await waitUntil(() => asked.length === 1);
    await sendKeys({ type: 's' });
    await sendKeys({ press: 'Enter' });
    expect(asked).to.deep.equal(['pump', 'pumps']);
    await sendKeys({ press: 'Enter' });
    await sendKeys({ press: 'Escape' });
    expect(asked).to.deep.equal(['pump', 'pumps', '']);

    // What is chosen elsewhere is not asked for again by what was being typed.
    await sendKeys({ type: 'x' });
    element.shadowRoot?.querySelector('button')?.click();
    await waitUntil(() => input().value === 'from a view');
    input().focus();
    await sendKeys({ press: 'Enter' });
    expect(asked).to.deep.equal(['pump', 'pumps', '']);
    element.remove();
  });
});
