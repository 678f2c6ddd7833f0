import { expect } from '@open-wc/testing';
import { createRoot } from 'react-dom/client';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { dateMessages } from '../locale/dates.messages.ts';
import { language, setLanguage } from '../locale/language.ts';
import { useMessages } from '../locale/use-messages.ts';
import { takeOwnTexts } from '../session/page-store.ts';
import { dialogMessages } from '../ui/dialog.messages.ts';

const FILES: Readonly<Record<string, unknown>> = {
  'verva-en.json': { 'ui.dialog.close': 'Put away', 'locale.dates.today': 'This day' },
  'acme-en.json': { 'ui.dialog.close': [{ type: 0, value: '<b>Shut</b>' }] },
  'acme-et.json': {
    'ui.dialog.close': 'Pane kinni',
    // Parsed by a server newer than this code: its message has an argument without a value.
    'locale.dates.justNow': [
      { type: 0, value: 'praegu ' },
      { type: 1, value: 'where' },
    ],
  },
};

function Close() {
  return <p>{useMessages(dialogMessages)('close')}</p>;
}

describe("an organisation's own texts", () => {
  const { fetch } = window;
  const { error } = console;
  const before = language.value;
  let asked: string[];
  let logged: unknown[][];

  beforeEach(async () => {
    await setLanguage('en');
    asked = [];
    logged = [];
    console.error = (...words) => logged.push(words);
    window.fetch = async (url) => {
      const name = new URL(String(url)).pathname.split('/').at(-1) ?? '';
      asked.push(name);
      return FILES[name] ? Response.json(FILES[name]) : new Response('', { status: 503 });
    };
  });
  afterEach(async () => {
    await takeOwnTexts([]);
    window.fetch = fetch;
    console.error = error;
    await setLanguage(before);
  });

  it('PRV-06 I18N-03 replace the product’s in every language, the organisation’s before the provider’s, and are plain text', async () => {
    await takeOwnTexts(['verva-en.json?v=1', 'acme-en.json?v=1', 'acme-et.json?v=1']);
    await takeOwnTexts(['verva-en.json?v=1', 'acme-en.json?v=1', 'acme-et.json?v=1']);
    expect(asked).to.deep.equal(['verva-en.json', 'acme-en.json', 'acme-et.json']);
    const stage = document.body.appendChild(document.createElement('main'));
    const root = createRoot(stage);
    root.render(<Close />);
    await waitUntil(() => stage.textContent === '<b>Shut</b>');
    expect(stage.querySelector('b')).to.equal(null);
    expect(dateMessages.text('en', 'today')).to.equal('This day');
    await setLanguage('et');
    await waitUntil(() => stage.textContent === 'Pane kinni');
    expect(asked).to.have.length(3);
    root.unmount();
    stage.remove();
  });

  it("PRV-06 with unknown arguments fall back to the product's", async () => {
    await takeOwnTexts(['acme-et.json?v=1']);
    await setLanguage('et');
    expect(dateMessages.text('et', 'justNow')).to.equal('äsja');
  });

  it("ERR-06 whose file cannot be loaded are logged, and the product's texts remain", async () => {
    await takeOwnTexts(['verva-en.json?v=1', 'lost-en.json?v=1']);
    expect(String(logged)).to.contain('lost-en.json');
    expect(dialogMessages.text('en', 'close')).to.equal('Put away');
    await takeOwnTexts([]);
    expect(dialogMessages.text('en', 'close')).to.equal('Close');
  });
});
