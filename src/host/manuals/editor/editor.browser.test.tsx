import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { type ReactNode, Suspense } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { runAxe } from '../../../../test/support/axe.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import { setLanguage } from '../../../shared/locale/index.ts';
import { manualFragment } from '../../../shared/manual-html/index.ts';
import { DocumentWidget } from '../../document-widget.tsx';
import { ManualEditor } from './manual-editor.tsx';
import type { Pictures } from './pictures.ts';
import { cleanPaste } from './word-paste.ts';

const SHA = 'c'.repeat(64);
const TEXT = `<h1 id="b-heading01">Work permit</h1><p id="b-first0001">One and two</p><aside data-note="warning" id="b-note00001"><p>Mind the gas.</p></aside><table id="b-table0001"><thead><tr id="b-row000001"><th>Gas</th></tr></thead><tbody><tr id="b-row000002"><td colspan="2">O<sub>2</sub></td></tr></tbody></table><figure id="b-figure001"><img data-image="${SHA}" alt="A tank" width="20" height="10"></figure>`;

const pictures: Pictures = {
  shown: () => Promise.reject(new Error('There is none.')),
  add: async () => ({ image: SHA, width: '20', height: '10' }),
  stop: () => undefined,
};

let page: HTMLElement;
let root: Root;
let html: () => string;
let words = 0;

function Shown(): ReactNode {
  return (
    <DocumentWidget>
      <Suspense>
        <ManualEditor
          html={TEXT}
          languageId="en"
          pictures={pictures}
          onChange={() => undefined}
          onReady={(read) => {
            html = read;
          }}
          onWords={(count) => {
            words = count;
          }}
        />
      </Suspense>
    </DocumentWidget>
  );
}

const find = <E extends HTMLElement = HTMLElement>(selector: string) => page.querySelector<E>(selector) as E;
const press = (key: string) => sendKeys({ press: key });
/** Blocks of the text by id. */
const blocks = () =>
  [...manualFragment(html(), { picture: pictures.shown, follow: () => undefined }).children].map(
    ({ id, localName, textContent }) => ({ id, localName, textContent }),
  );

function caretAfter(words_: string): void {
  const walker = document.createTreeWalker(find('.ProseMirror'), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const at = walker.currentNode.textContent?.indexOf(words_) ?? -1;
    if (at >= 0) getSelection()?.setPosition(walker.currentNode, at + words_.length);
  }
}

describe('the editor of manuals', () => {
  beforeEach(async () => {
    await setLanguage('en');
    page = document.createElement('main');
    document.body.append(page);
    root = createRoot(page);
    root.render(<Shown />);
    await waitUntil(() => find('.me-tools'), 'the tools');
    find('.ProseMirror').focus();
  });
  afterEach(() => {
    root.unmount();
    page.remove();
  });

  it('MAN-01 MAN-05 stored text is unchanged after a round trip, and splitting a block gives the second one a new id', async () => {
    const table = /<table.*<\/table>/.exec(html())?.[0];
    expect(table).to.contain('<thead><tr id="b-row000001"><th><p>Gas</p></th></tr></thead>');
    expect(table).to.contain('<td colspan="2"><p>O<sub>2</sub></p></td>');
    expect(html()).to.contain(`<img data-image="${SHA}" alt="A tank" width="20" height="10">`);
    caretAfter('One');
    await press('Enter');
    await waitUntil(() => blocks().length === 6, 'the second half');
    const [heading, first, second] = blocks();
    expect([heading?.id, first?.id, first?.textContent]).to.deep.equal(['b-heading01', 'b-first0001', 'One']);
    expect(second?.id).to.match(/^b-[0-9a-z]{8,12}$/);
    expect(new Set(blocks().map(({ id }) => id)).size).to.equal(6);
    await press('Backspace');
    await waitUntil(() => blocks().length === 5, 'one block again');
    expect(blocks()[1]?.id).to.equal('b-first0001');
    expect(words).to.equal(10);
  });

  it('MAN-01 a heading is typed as Markdown, tools are reachable by keyboard; axe finds no violation', async () => {
    caretAfter('two');
    await press('Enter');
    await sendKeys({ type: '## During the work' });
    await waitUntil(() => blocks()[2]?.localName === 'h2', 'a heading');
    await waitUntil(() => find('.me-contents').textContent?.includes('During the work'), 'the contents');
    await sendKeys({ down: 'Alt' });
    await press('F10');
    await sendKeys({ up: 'Alt' });
    expect(document.activeElement).to.equal(find('.me-kind'));
    await press('ArrowRight');
    expect(document.activeElement?.getAttribute('aria-label')).to.equal('Bold');
    await press('Escape');
    await waitUntil(() => document.activeElement === find('.ProseMirror'), 'the text again');
    expect((await runAxe(page)).violations.map(({ id }) => id)).to.deep.equal([]);
  });

  it('MAN-01 text from a word processor is pasted as headings, lists and text without its formatting', () => {
    const pasted = cleanPaste(
      `<!--StartFragment--><p class=MsoHeading1 style='color:red'>Rules</p>
      <p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·&nbsp;</span>First</p>
      <p class=MsoListParagraph style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o&nbsp;</span>Deeper</p>
      <p onclick="alert(1)"><span style='font-weight:700'>Bold</span><o:p></o:p><script>alert(1)</script></p>`,
    );
    const plain = pasted.replace(/>\s+</g, '><').trim();
    expect(plain).to.equal(
      '<h1>Rules</h1><ul><li>First<ul><li>Deeper</li></ul></li></ul><p><span><strong>Bold</strong></span></p>',
    );
  });
});
