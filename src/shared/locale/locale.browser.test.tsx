import { expect } from '@open-wc/testing';
import { createRoot, type Root } from 'react-dom/client';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { LanguageId } from '../contracts/constants.ts';
import { dialogMessages } from '../ui/dialog.messages.ts';
import { formatNearDay, today } from './dates.ts';
import { language, setLanguage } from './language.ts';
import { defineMessages, type Messages } from './messages.ts';
import { useMessages } from './use-messages.ts';

const seen: string[] = [];

function Words({ of }: { readonly of: Messages<'close'> }) {
  const text = useMessages(of)('close');
  seen.push(text);
  return <p>{text}</p>;
}

let root: Root;
let stage: HTMLElement;
const before = language.value;

beforeEach(() => {
  seen.length = 0;
  stage = document.body.appendChild(document.createElement('main'));
  root = createRoot(stage);
});

afterEach(async () => {
  root.unmount();
  stage.remove();
  await setLanguage(before);
});

describe('texts', () => {
  it('I18N-03 switch at once, without an empty moment', async () => {
    await setLanguage('en');
    root.render(<Words of={dialogMessages} />);
    await waitUntil(() => stage.textContent === 'Close');
    expect(await setLanguage('ru')).to.equal(true);
    await waitUntil(() => stage.textContent === 'Закрыть');
    expect(await setLanguage('zh')).to.equal(true);
    await waitUntil(() => stage.textContent === '关闭');
    expect(seen).to.not.include('');
  });

  it('the last of two choices counts', async () => {
    const answers = await Promise.all([setLanguage('et'), setLanguage('zh')]);
    expect(answers).to.deep.equal([false, true]);
    expect(language.value).to.equal('zh');
  });

  it('of dates are included', async () => {
    await setLanguage('et');
    expect(formatNearDay(today())).to.equal('Täna');
  });

  it('a language whose texts cannot be loaded is not used', async () => {
    await setLanguage('en');
    let works = false;
    const lazy = (text: string) => async () => {
      if (!works) throw new Error('offline');
      return { close: text };
    };
    const texts = { en: { close: 'Close' }, et: lazy('Sulge'), ru: lazy('Закрыть'), zh: lazy('关闭') };
    const messages = defineMessages(texts as unknown as Record<LanguageId, { close: string }>);
    expect(await setLanguage('et')).to.equal(false);
    expect(language.value).to.equal('en');
    works = true;
    expect(await setLanguage('et')).to.equal(true);
    root.render(<Words of={messages} />);
    await waitUntil(() => stage.textContent === 'Sulge');
  });
});
