import type { Plugin } from 'vite';
import type { ChunkRule } from '../src/chunks.ts';

const escaped = (path: string): string =>
  `[\\\\/]${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('/', '[\\\\/]')}`;
const anyOf = (paths: readonly string[]): string => paths.map(escaped).join('|');

/** Converts rules to code-splitting groups of the bundler. */
export function chunkGroups(rules: readonly ChunkRule[]): { name: string; test: RegExp; priority: number }[] {
  return rules.map(({ name, include, exclude = [], priority }) => {
    const test = `^${exclude.length > 0 ? `(?!.*(?:${anyOf(exclude)}))` : ''}.*(?:${anyOf(include)})`;
    return { name, test: new RegExp(test), priority };
  });
}

/** Paths of rules that match none of the module ids. */
export function unmatchedPaths(rules: readonly ChunkRule[], ids: readonly string[]): string[] {
  const paths = rules.flatMap(({ name, include, exclude = [] }) =>
    [...include, ...exclude].map((path) => ({ name, path, test: new RegExp(escaped(path)) })),
  );
  return paths.filter(({ test }) => !ids.some((id) => test.test(id))).map(({ name, path }) => `${name}: ${path}`);
}

/** Fails the build if a path of a rule matches no module. */
export function chunkRulesMatch(rules: readonly ChunkRule[]): Plugin {
  return {
    name: 'verva:chunk-rules-match',
    apply: 'build',
    generateBundle() {
      const unmatched = unmatchedPaths(rules, [...this.getModuleIds()]);
      if (unmatched.length > 0) this.error(`src/chunks.ts names modules that do not exist:\n${unmatched.join('\n')}`);
    },
  };
}
