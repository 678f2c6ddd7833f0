import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { manualFragment } from '../../shared/manual-html/index.ts';
import type { Pictures } from './editor/pictures.ts';

interface Props {
  readonly html: string;
  readonly pictures: Pick<Pictures, 'shown'>;
}

/** Manual text as readers see it. */
export function ManualHtml({ html, pictures }: Props): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = box;
    const follow = (id: string) => current?.querySelector(`#${CSS.escape(id)}`)?.scrollIntoView({ block: 'start' });
    current?.replaceChildren(manualFragment(html, { picture: pictures.shown, follow }));
  }, [html, pictures]);
  return <div ref={box} className="mn-html" />;
}
