import { setViewport } from '@web/test-runner-commands';
import { createRoot, type Root } from 'react-dom/client';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { useMobile } from './use-media.ts';

const Probe = () => <p>{useMobile() ? 'mobile' : 'desktop'}</p>;

let root: Root;
let stage: HTMLElement;

beforeEach(async () => {
  await setViewport({ width: 712, height: 700 });
  stage = document.body.appendChild(document.createElement('main'));
  root = createRoot(stage);
});

afterEach(() => {
  root.unmount();
  stage.remove();
  Reflect.deleteProperty(navigator, 'userAgent');
});

describe('LAY-13 mobile', () => {
  it('is a window of 711 px or less, updated at once', async () => {
    root.render(<Probe />);
    await waitUntil(() => stage.textContent === 'desktop');
    await setViewport({ width: 711, height: 700 });
    await waitUntil(() => stage.textContent === 'mobile');
    await setViewport({ width: 712, height: 700 });
    await waitUntil(() => stage.textContent === 'desktop');
  });

  for (const name of ['Mozilla/5.0 (Linux; Android 16)', 'Mozilla/5.0 (iPhone) Mobile/15E148']) {
    it(`is a browser that identifies as ${name}`, async () => {
      Object.defineProperty(navigator, 'userAgent', { value: name, configurable: true });
      root.render(<Probe />);
      await waitUntil(() => stage.textContent === 'mobile');
    });
  }
});
