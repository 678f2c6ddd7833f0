import { mergeAttributes, Node } from '@tiptap/core';
import type { Pictures } from './pictures.ts';

export interface PictureOptions {
  readonly pictures: Pictures;
  /** Placeholder for a missing description, in the page language. */
  readonly noAlt: () => string;
  /** Handles pictures pasted or dropped into the text. */
  readonly onFiles: (files: readonly File[]) => void;
}

/** Attributes of a picture: its hash, its text alternative, its size in pixels. */
interface PictureAttributes {
  readonly image: string;
  readonly alt: string;
  readonly width: string | null;
  readonly height: string | null;
}

function attributesOf(element: Element | null): PictureAttributes | false {
  const image = element?.getAttribute('data-image');
  if (!element || !image || !/^[0-9a-f]{64}$/.test(image)) return false;
  const [width, height] = [element.getAttribute('width'), element.getAttribute('height')];
  return { image, alt: element.getAttribute('alt') ?? '', width, height };
}

/** Attributes set on the img element, not on its wrapper. */
const pictureAttributes = () => ({
  image: { default: '', rendered: false },
  alt: { default: '', rendered: false },
  width: { default: null, rendered: false },
  height: { default: null, rendered: false },
});

const imgOf = ({ image, alt, width, height }: PictureAttributes) => ({
  'data-image': image,
  alt,
  ...(width && { width }),
  ...(height && { height }),
});

function show(
  image: HTMLImageElement,
  { image: sha256, alt, width, height }: PictureAttributes,
  pictures: Pictures,
): void {
  image.alt = alt;
  if (width) image.width = Number(width);
  if (height) image.height = Number(height);
  if (image.dataset.image === sha256) return;
  image.dataset.image = sha256;
  pictures.shown(sha256).then(
    (address) => {
      image.src = address;
    },
    () => {
      // The description is shown instead.
      image.removeAttribute('src');
    },
  );
}

/** A picture of the manual with a caption. */
export const Figure = Node.create<PictureOptions>({
  name: 'figure',
  group: 'block',
  content: 'inline*',
  draggable: true,
  defining: true,
  addAttributes: pictureAttributes,
  parseHTML: () => [
    {
      tag: 'figure',
      contentElement: (figure) =>
        (figure as Element).querySelector('figcaption') ??
        figure.ownerDocument?.createElement('figcaption') ??
        (figure as HTMLElement),
      getAttrs: (figure) => attributesOf(figure.querySelector('img')),
    },
  ],
  renderHTML: ({ node, HTMLAttributes }) => [
    'figure',
    mergeAttributes(HTMLAttributes),
    ['img', imgOf(node.attrs as PictureAttributes)],
    ['figcaption', 0],
  ],
  addNodeView() {
    const { pictures, noAlt } = this.options;
    return ({ node }) => {
      const dom = document.createElement('figure');
      const image = document.createElement('img');
      const missing = document.createElement('span');
      missing.className = 'badge amber';
      missing.contentEditable = 'false';
      missing.textContent = noAlt();
      const caption = document.createElement('figcaption');
      dom.append(image, missing, caption);
      const draw = (attributes: PictureAttributes) => {
        show(image, attributes, pictures);
        missing.hidden = attributes.alt !== '';
      };
      draw(node.attrs as PictureAttributes);
      return {
        dom,
        contentDOM: caption,
        ignoreMutation: (mutation) => !caption.contains(mutation.target),
        update(next) {
          if (next.type !== node.type) return false;
          draw(next.attrs as PictureAttributes);
          return true;
        },
      };
    };
  },
});

/** A small inline picture, as found in imports. */
export const Picture = Node.create<Pick<PictureOptions, 'pictures'>>({
  name: 'image',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: pictureAttributes,
  parseHTML: () => [{ tag: 'img', getAttrs: attributesOf }],
  renderHTML: ({ node }) => ['img', imgOf(node.attrs as PictureAttributes)],
  addNodeView() {
    const { pictures } = this.options;
    return ({ node }) => {
      const dom = document.createElement('img');
      show(dom, node.attrs as PictureAttributes, pictures);
      return { dom };
    };
  },
});
