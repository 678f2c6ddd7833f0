import type { Plugin } from 'vite';

const ALL_FUNCTIONS = '//# allFunctionsCalledOnLoad\n';

/**
 * Makes Chromium compile all functions of these chunks in the background while they arrive. Otherwise each function is
 * compiled on its first call, which blocks the page (docs/adr/0014-first-list.md). Other browsers ignore the comment.
 * This plugin runs after the minifiers, which remove comments.
 */
export function eagerCompile(names: RegExp): Plugin {
  return {
    name: 'verva:eager-compile',
    apply: 'build',
    // File names are content hashes, so this line must be part of the hash.
    augmentChunkHash: ({ name }) => (names.test(name) ? ALL_FUNCTIONS : undefined),
    generateBundle: {
      // The comment must be the first line, before the lines that Vite adds there.
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && names.test(chunk.name)) chunk.code = ALL_FUNCTIONS + chunk.code;
      },
    },
  };
}
