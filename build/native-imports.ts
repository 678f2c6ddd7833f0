import type { Plugin } from 'vite';

const CALL = /__vitePreload\(\(\) => (import\([^\n]*?), __VITE_PRELOAD__, import\.meta\.url\)/g;
const NAMED = /(?:\w+ as )?__vitePreload(?:, )?/;

/**
 * Turns Vite's `__vitePreload(() => import(x), …)` back into `import(x)`. The helper is in the shared chunk, so the
 * loader would fetch 90 kB before a page has any element, and it adds links to the head of other people's pages.
 */
export function nativeImports(entry: string): Plugin {
  return {
    name: 'verva:native-imports',
    apply: 'build',
    // Replaces the helper, which is no longer called.
    load: {
      order: 'pre',
      filter: { id: /vite\/preload-helper/ },
      handler: () => 'export const __vitePreload = (load) => load();',
    },
    renderChunk: {
      order: 'post',
      handler(code, chunk) {
        const plain = withNativeImports(code);
        if (/__vitePreload\(/.test(plain))
          throw new Error(
            `${chunk.fileName}: Vite writes its helper in another way. Write import(x).then((part) => part.Name), without taking it apart.`,
          );
        if (chunk.fileName === entry && /^import\b(?!\()/m.test(plain))
          throw new Error(`${entry} must import nothing statically: pages wait for it.`);
        return { code: plain, map: null };
      },
    },
  };
}

/** Returns the code without calls of the helper and without its import. */
export function withNativeImports(code: string): string {
  return code.replace(CALL, '$1').replace(/^import \{[^}\n]*\} from [^\n]+$/gm, (line) => {
    const without = line.replace(NAMED, '').replace(/, \}/, ' }');
    return /^import \{\s*\}/.test(without) ? '' : without;
  });
}
