import { expect } from '@open-wc/testing';
import { Suspense, useState } from 'react';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { defineWidget } from '../define-widget/define-widget.tsx';
import { containedPart } from './contained-part.tsx';

let isOnline = false;
async function fetched<Module>(module: Module): Promise<Module> {
  if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module');
  return module;
}
const Sort = () => <p className="panel">Sort</p>;
const Help = (_: { readonly onClose: () => void }) => <p className="dialog">Keys</p>;
const Panel = containedPart(() => fetched({ Panel: Sort }), 'Panel');
const Dialog = containedPart(() => fetched({ Dialog: Help }), 'Dialog');

function Sample() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <input defaultValue="typed" />
      <Suspense>
        <Panel />
        {open && <Dialog onClose={() => setOpen(false)} />}
      </Suspense>
      <button type="button" className="open" onClick={() => setOpen(true)}>
        Keys
      </button>
    </>
  );
}
defineWidget('verva-contained-sample', Sample);

describe('a part that cannot be loaded', () => {
  it('LAY-14 leaves the rest and the input, notifies the page, and can be retried', async () => {
    isOnline = false;
    const errors: string[] = [];
    const element = document.createElement('verva-contained-sample');
    element.addEventListener('verva-error', (event) => errors.push((event as CustomEvent).detail.code));
    document.body.append(element);
    const one = <T extends Element>(selector: string) => element.shadowRoot?.querySelector<T>(selector) ?? null;
    await waitUntil(() => one('[role=alert] button'));
    expect(one('[role=alert]')?.textContent).to.contain('This part of the page could not be loaded.');
    expect(errors).to.deep.equal(['element.failed']);
    const input = one<HTMLInputElement>('input')!;
    input.value = 'typed on';

    one<HTMLButtonElement>('.open')?.click();
    await waitUntil(() => one('.snack')?.textContent?.includes('could not be loaded'));
    expect(one('.dialog')).to.equal(null);

    isOnline = true;
    one<HTMLButtonElement>('[role=alert] button')?.click();
    await waitUntil(() => one('.panel'));
    one<HTMLButtonElement>('.open')?.click();
    await waitUntil(() => one('.dialog'));
    expect(one('input')).to.equal(input);
    expect(input.value).to.equal('typed on');
    element.remove();
  });
});
