import { expect } from '@open-wc/testing';
import catalogue from '../../../../docs/requirements.md?raw';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import { defineWidget } from '../../define-widget/define-widget.tsx';
import { FileTile } from '../file-tile.tsx';
import { createPreviewState } from './preview.state.ts';
import { Preview } from './preview.tsx';

const [, previews, icons] = /^- FRM-06 Preview for (.*); icons for (.*)\.$/m.exec(catalogue)!;
const namesOf = (list: string) => list.match(/\w+/g)!.filter((name) => name !== 'and');
const PREVIEWED = namesOf(previews!);
const ICONS = namesOf(icons!);

const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R>>endobj
4 0 obj<</Length 26>>stream
0 0 1 rg 0 0 300 300 re f 
endstream endobj
trailer<</Root 1 0 R>>`;
const GIF = Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'), (sign) =>
  sign.charCodeAt(0),
);

/** The content of a file with this extension. */
async function contentOf(extension: string): Promise<Blob> {
  if (extension === 'pdf') return new Blob([PDF]);
  if (extension === 'gif') return new Blob([GIF]);
  const canvas = new OffscreenCanvas(20, 20);
  canvas.getContext('2d')!.fillRect(0, 0, 20, 20);
  return canvas.convertToBlob({ type: extension === 'png' ? 'image/png' : 'image/jpeg' });
}

const state = createPreviewState();
const load = (id: string) => contentOf(id);
defineWidget('verva-preview-sample', () => (
  <>
    {ICONS.map((extension) => (
      <span key={extension} className="file">
        <FileTile fileName={`plan.${extension}`} />
      </span>
    ))}
    <Preview state={state} load={load} save={() => undefined} onClose={() => undefined} />
  </>
));

describe('the preview of files', () => {
  let element: HTMLElement;
  const find = <E extends Element>(selector: string) => element.shadowRoot!.querySelector<E>(selector);
  const show = (extension: string) => state.open([{ id: extension, fileName: `plan.${extension}` }], extension);

  before(async () => {
    show('png');
    element = document.body.appendChild(document.createElement('verva-preview-sample'));
    await waitUntil(() => find('dialog[open]') !== null);
  });
  after(() => element.remove());

  for (const extension of PREVIEWED.filter((one) => one !== 'pdf')) {
    it(`FRM-06 ${extension} is shown as an image`, async () => {
      show(extension);
      await waitUntil(() => {
        const image = find<HTMLImageElement>(`.preview-body img[alt="plan.${extension}"]`);
        return image !== null && image.naturalWidth > 0 && image.offsetWidth > 0;
      }, 'the image is drawn');
    });
  }

  it('FRM-06 pdf is shown by its pages', async () => {
    expect(PREVIEWED).to.include('pdf');
    show('pdf');
    await waitUntil(() => {
      const canvas = find<HTMLCanvasElement>('.preview-body .pdf-page canvas');
      if (!canvas?.width) return false;
      const [red, green, blue, alpha] = canvas.getContext('2d')!.getImageData(50, 50, 1, 1).data;
      return [red, green, blue, alpha].join() === '0,0,255,255';
    }, 'the blue page is drawn');
  });

  it('FRM-06 other files have no preview', async () => {
    const others = ICONS.filter((extension) => !PREVIEWED.includes(extension));
    expect(others).to.include.members(['docx', 'svg', 'zip']);
    for (const extension of others) {
      show(extension);
      await waitUntil(
        () =>
          find('h2')?.textContent === `plan.${extension}` &&
          find('[role=alert]')?.textContent?.includes('There is no preview for this document'),
        extension,
      );
      expect(find('.preview-body :is(img, canvas)')).to.equal(null);
    }
  });

  it('FRM-06 each type of file has an icon of its own, and both extensions of a type have the same', () => {
    const tiles = [...element.shadowRoot!.querySelectorAll<HTMLElement>('.file .kind')];
    expect(tiles.map(({ textContent }) => textContent)).to.deep.equal(ICONS.map((name) => name.toUpperCase()));
    const colours = new Map(tiles.map((tile, at) => [ICONS[at], getComputedStyle(tile).backgroundColor]));
    for (const [one, other] of ['doc docx', 'xls xlsx', 'ppt pptx', 'jpg png', 'png gif'].map((pair) =>
      pair.split(' '),
    )) {
      expect(colours.get(one), `${one} ${other}`).to.equal(colours.get(other));
    }
    const kinds = ['doc', 'pdf', 'xls', 'ppt', 'txt', 'png', 'svg', 'zip'];
    expect(new Set(kinds.map((kind) => colours.get(kind))).size).to.equal(kinds.length);
    expect([...colours.values()]).not.to.include('rgba(0, 0, 0, 0)');
  });
});
