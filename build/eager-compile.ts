import type { Plugin } from 'vite';

const ALL_FUNCTIONS = '//# allFunctionsCalledOnLoad\n';

/**
 * Has Chromium compile all of these chunks while they arrive, beside the page. Otherwise each function is compiled when it is first called, and holds the
 * page up (docs/adr/0014-first-list.md). To other browsers the line is a comment. The minifiers, which take comments out, have run by then.
 */
export function eagerCompile(names: RegExp): Plugin {
  return {
    name: 'verva:eager-compile',
    apply: 'build',
    // The name of a file stands for its content, with that line.
    augmentChunkHash: ({ name }) => (names.test(name) ? ALL_FUNCTIONS : undefined),
    generateBundle: {
      // It is the first line, before what Vite puts there: where the other parts of a chunk are.
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && names.test(chunk.name)) chunk.code = ALL_FUNCTIONS + chunk.code;
      },
    },
  };
}
