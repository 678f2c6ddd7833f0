import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { AttributesOf, ElementTag, VervaEventMap } from './table/types.ts';

type VervaElements = {
  [Tag in ElementTag]: DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & AttributesOf<Tag>;
};

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends VervaElements {}
  }
}

declare global {
  // For elements, documents and windows.
  interface GlobalEventHandlersEventMap extends VervaEventMap {}
  interface ShadowRootEventMap extends VervaEventMap {}
}
