import { expect } from '@open-wc/testing';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { LANGUAGES, type LanguageId } from '../../shared/contracts/constants.ts';
import type { Outcome } from '../../shared/contracts/tasks.contract.ts';
import { defineWidget } from '../../shared/define-widget/define-widget.tsx';
import { useStyles } from '../../shared/element/use-styles.ts';
import type { FormModel } from '../../shared/forms/model.ts';
import styles from '../../shared/ui/styles/task.css?inline';
import { OutcomeBar } from './outcome-bar.tsx';
import '../../shared/ui/styles/parts-sheet.ts';

const OUTCOMES: readonly Outcome[] = [
  { id: 'reject', label: { en: 'Reject' }, style: 'danger', comment: 'required', validate: false },
  { id: 'approve', label: { en: 'Approve' }, style: 'primary', comment: 'none', validate: true },
];

let chosen: string[] = [];
defineWidget('verva-outcome-sample', () => (
  <OutcomeBar
    outcomes={OUTCOMES}
    language="en"
    act={{ status: 'idle' }}
    model={null}
    t={(key) => key}
    onChoose={({ id }) => chosen.push(id)}
    onSave={() => undefined}
  />
));

describe('the outcomes of a task', () => {
  let element: HTMLElement;
  const buttons = () => [...(element.shadowRoot?.querySelectorAll<HTMLButtonElement>('button') ?? [])];

  beforeEach(async () => {
    chosen = [];
    element = document.body.appendChild(document.createElement('verva-outcome-sample'));
    await waitUntil(() => buttons().length === 2);
  });
  afterEach(() => element.remove());

  it('FRM-02 list the expected one first', () => {
    expect(buttons().map(({ textContent }) => textContent)).to.deep.equal(['Approve', 'Reject']);
    expect(buttons()[0]?.classList.contains('primary')).to.equal(true);
  });

  it('TSK-18 the second half of a double click does not complete the next task', () => {
    const click = (detail: number) =>
      buttons()[0]?.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, detail }));
    click(1);
    click(2);
    expect(chosen).to.deep.equal(['approve']);
    // By keyboard, and as a separate click.
    click(0);
    click(1);
    expect(chosen).to.deep.equal(['approve', 'approve', 'approve']);
  });
});

/** The outcomes of the demo's purchases. */
const PURCHASE: readonly Outcome[] = [
  {
    id: 'return',
    label: { en: 'Return for changes', et: 'Saada täiendamiseks', ru: 'На доработку', zh: '退回修改' },
    style: 'neutral',
    comment: 'required',
    validate: false,
  },
  {
    id: 'reject',
    label: { en: 'Reject', et: 'Lükka tagasi', ru: 'Отклонить', zh: '拒绝' },
    style: 'danger',
    comment: 'required',
    validate: false,
  },
  {
    id: 'approve',
    label: { en: 'Approve', et: 'Kinnita', ru: 'Согласовать', zh: '同意' },
    style: 'primary',
    comment: 'none',
    validate: true,
  },
];
let spoken: LanguageId = 'en';
let saved = 0;
defineWidget('verva-purchase-outcomes', () => {
  useStyles(styles);
  return (
    <OutcomeBar
      outcomes={PURCHASE}
      language={spoken}
      act={{ status: 'idle' }}
      model={{} as FormModel}
      t={(key) => key}
      onChoose={({ id }) => chosen.push(id)}
      onSave={() => {
        saved += 1;
      }}
    />
  );
});

describe('the outcomes of a task where they lack room', () => {
  let element: HTMLElement;
  const all = (selector: string) => [...(element.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? [])];
  /** The visible buttons of the bar. */
  const inBar = () => all('.outcomes .btn').filter((one) => one.checkVisibility());
  const offered = () => [...all('.choices > .btn:not(.icon)'), ...all('[role=menuitem]')].map((one) => one.textContent);
  const isOneLine = () => {
    const [first] = inBar().map((one) => one.getBoundingClientRect());
    return inBar().every((one) => Math.abs(one.getBoundingClientRect().top - first!.top) < 2);
  };

  async function draw(language: LanguageId, width: number): Promise<void> {
    [spoken, chosen, saved] = [language, [], 0];
    element = document.createElement('verva-purchase-outcomes');
    element.style.cssText = `display: block; width: ${width}px`;
    document.body.append(element);
    await waitUntil(() => inBar().length > 1, 'the bar');
  }
  afterEach(() => element.remove());

  for (const language of LANGUAGES)
    it(`FRM-02 stay on one line of a phone in ${language}, the others in a menu`, async () => {
      await draw(language, 390);
      await waitUntil(isOneLine, 'one line');
      expect(all('.outcomes')[0]!.clientHeight).to.be.at.most(68);
      expect(offered().slice(0, 3)).to.deep.equal(
        ['approve', 'return', 'reject'].map((id) => PURCHASE.find((one) => one.id === id)?.label[language]),
      );
      for (const one of inBar()) expect(one.scrollWidth, one.textContent ?? '').to.be.at.most(one.clientWidth + 1);
    });

  it('FRM-02 the menu saves and chooses; with room there is none', async () => {
    await draw('en', 390);
    await waitUntil(() => all('[role=menuitem]').length === 2 && isOneLine(), 'Reject and Save are in the menu');
    all('[role=menuitem]')[0]!.click();
    all('[role=menuitem]')[1]!.click();
    expect(chosen).to.deep.equal(['reject']);
    expect(saved).to.equal(1);
    element.style.width = '640px';
    await waitUntil(() => all('[role=menuitem]').length === 0 && isOneLine(), 'all are in the bar');
    element.style.width = '240px';
    await waitUntil(() => all('[role=menuitem]').length === 3 && isOneLine(), 'only the expected one is');
  });
});
