import type { Plugin } from 'vite';

/** What the bundler makes of the loader's map of elements: a function for each, with the path of its file. */
const MAP = /Object\.entries\(Object\.assign\(\{("\.\/[\w-]+\/index\.ts":.+?)\}\)\)/s;
const ENTRY =
  /"\.\/([\w-]+)\/index\.ts":\(\)=>import\(`\.\/c\/([\w-]+)-([\w-]{8})\.js`\)(?:\.then\(\w+=>\w+\.\w+\))?,?/g;

/**
 * Writes the loader's map of elements as a list of file names, from which names and functions follow: every page transfers
 * the loader, and each element took a third more.
 */
export function elementList(entry: string): Plugin {
  return {
    name: 'verva:element-list',
    apply: 'build',
    // Only then do the files have their names.
    generateBundle(_options, bundle) {
      const loader = bundle[entry];
      if (loader?.type !== 'chunk') throw new Error(`${entry} is not in the build.`);
      loader.code = withElementList(loader.code);
    },
  };
}

/** Throws when the map is written in another way, or an element's file has another name than its folder. */
export function withElementList(code: string): string {
  const map = MAP.exec(code)?.[1];
  if (map === undefined) throw new Error("The bundler writes the loader's map of elements in another way.");
  const files = [...map.matchAll(ENTRY)].map(([, folder, name, hash]) => {
    if (folder !== name) throw new Error(`The file of ${folder} is named ${name}.`);
    return `${name}-${hash}`;
  });
  const rest = map.replace(ENTRY, '');
  if (rest !== '') throw new Error(`The loader's map of elements has ${rest}.`);
  // A hash has eight characters.
  const list = `\`${files.join(' ')}\`.split(\` \`).map(e=>[\`/\${e.slice(0,-9)}\`,()=>import(\`./c/\${e}.js\`)])`;
  return code.replace(MAP, () => list);
}
