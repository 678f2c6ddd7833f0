import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import catalogue from '../../../../docs/requirements.md?raw';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import { defineWidget } from '../../define-widget/define-widget.tsx';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { type Status, StatusShape } from '../status-shape.tsx';

/** The figure of a requirement: the first group of the pattern. */
function figure(id: string, pattern: RegExp): string {
  const line = catalogue.split('\n').find((one) => one.startsWith(`- ${id} `)) ?? '';
  const found = pattern.exec(line)?.[1];
  if (found === undefined) throw new Error(`${id} has no ${pattern}.`);
  return found;
}

const rgb = (hex: string) => `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;

const STATUSES: readonly (readonly [status: Status, id: string, pattern: RegExp])[] = [
  ['active', 'MAN-02', /colours (#\w{6}), #\w{6}/],
  ['inactive', 'MAN-02', /colours #\w{6}, (#\w{6})/],
  ['overdue', 'MAN-03', /overdue (#\w{6})/],
  ['notdue', 'MAN-03', /not due (#\w{6})/],
  ['cancelled', 'MAN-03', /cancelled (#\w{6})/],
  ['read', 'MAN-03', /read (#\w{6})/],
];

defineWidget('verva-figures-probe', () => (
  <>
    <Button kind="primary">Save</Button>
    {STATUSES.map(([status]) => (
      <span key={status} data-status={status}>
        <StatusShape status={status} />
      </span>
    ))}
    <Dialog title="Width">{'A text that is wider than the dialog. '.repeat(60)}</Dialog>
  </>
));

describe('CONST-01 figures on screen', () => {
  let stage: HTMLElement;
  const find = (selector: string) => stage.firstElementChild!.shadowRoot!.querySelector<HTMLElement>(selector)!;

  before(async () => {
    await setViewport({ width: 1280, height: 800 });
    stage = document.body.appendChild(document.createElement('main'));
    stage.innerHTML = '<verva-figures-probe theme="light"></verva-figures-probe>';
    await waitUntil(() => find('dialog') !== null);
  });
  after(() => stage.remove());

  it('MAN-02 MAN-03 CONST-01 states have the colours of the catalogue', () => {
    for (const [status, id, pattern] of STATUSES) {
      expect(getComputedStyle(find(`[data-status=${status}] .f`)).fill, status).to.equal(rgb(figure(id, pattern)));
    }
  });

  it('CONST-01 the main button has the primary colour', () => {
    expect(getComputedStyle(find('.btn')).backgroundColor).to.equal(rgb(figure('CONST-01', /primary (#\w{6})/)));
  });

  it('CONST-01 a dialog is as wide as the catalogue says', () => {
    expect(find('dialog').offsetWidth).to.equal(Number(figure('CONST-01', /dialog (\d+)/)));
  });
});
