import { createElement, type ReactNode, type SVGProps } from 'react';

/** An icon of lucide-react: elements of an SVG, 24 by 24. */
interface Drawing {
  readonly name: string;
  readonly node: readonly (readonly [string, Readonly<Record<string, string>>])[];
}

/**
 * Replaces lucide-react's function of this name in the build (vite.config.ts). It creates the same elements without
 * options that are not used here, which are larger than all icons of the inbox.
 */
export default function createLucideIcon({ name, node }: Drawing): (props: SVGProps<SVGSVGElement>) => ReactNode {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes));
  return ({ className, ...props }) =>
    createElement(
      'svg',
      {
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: `lucide-${name} ${className ?? ''}`,
        'aria-hidden': true,
        ...props,
      },
      shapes,
    );
}
