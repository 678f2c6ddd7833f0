import type { Plugin } from 'vite';
import { withConstants } from '../src/shared/contracts/css-constants.ts';

/** Replaces `constant(NAME)` in style sheets. Follows Tailwind, which inlines imported sheets without other plugins. */
export function cssConstants(): Plugin {
  return {
    name: 'verva:css-constants',
    enforce: 'pre',
    transform: {
      filter: { id: /\.css(?:$|\?)/, code: /constant\(/ },
      handler: (code) => ({ code: withConstants(code), map: null }),
    },
  };
}
