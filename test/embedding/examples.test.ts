import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DESIGN_TOKENS, OWN_TOKENS } from '../../src/shared/element/table/design-tokens.ts';
import { codeBlocks } from './code-blocks.ts';
import { faultsOf, projectWith, vueFaultsOf } from './compile.ts';
import { inMarkup, inTsx, unknownNames, unknownWords } from './names.ts';

const PAGES = ['embedding.md', 'embedding-frameworks.md'];
const blocks = PAGES.flatMap((page) => codeBlocks(page).map((block) => ({ ...block, page })));
const written = (language: string, sign = '') =>
  blocks.filter((block) => block.language === language && block.code.includes(sign)).map(({ code }) => code);
const one = (language: string, sign = ''): string => {
  const [code, ...others] = written(language, sign);
  assert.ok(code && others.length === 0, `one example in ${language}`);
  return code;
};

const react = one('tsx');
const angular = one('ts', '@angular/core');
const vue = one('vue');
const angularTemplate = /template: `(.*?)`/s.exec(angular)?.[1] ?? '';

/** Returns the inline modules of a page, one file each. */
const scriptsOf = (markup: string) =>
  [...markup.matchAll(/<script type="module">(.*?)<\/script>/gs)].map(([, code = '']) => code);

/** Examples with a wrong name or value, which must be refused. */
const WRONG = {
  react: [
    ['sort="due:asc"', 'sort="due"'],
    ['detail="none"', 'details="none"'],
    ['task-id={taskId ?? undefined}', 'task-id={taskId}'],
    ['event.detail.taskId', 'event.detail.task'],
    ['setTaskId(detail.next)', 'setTaskId(detail.nextTask)'],
    ['<verva-inbox', '<verva-inboxes'],
    ['{ getToken:', '{ token:'],
  ],
  angular: [
    ["event: VervaEvent<'verva-task-opened'>", "event: VervaEvent<'verva-task-completed'>"],
    ["VervaEvent<'verva-task-completed'>", "VervaEvent<'verva-task-done'>"],
    ['="opened($event)"', '="open($event)"'],
    ['(verva-task-opened)', '(verva-tasks-changed)'],
    ['sort="due:asc"', 'sort="due"'],
  ],
  vue: [
    ['sort="due:asc"', 'sort="due"'],
    [':task-id="taskId"', ':tsk-id="taskId"'],
    ['@verva-task-opened', '@verva-task-opend'],
    ['event.detail.next', 'event.detail.taskid'],
    ["VervaEvent<'verva-task-opened'>", "VervaEvent<'verva-task-completed'>"],
  ],
} as const;

function withFault(code: string, [right, wrong]: readonly [string, string]): string {
  assert.ok(code.includes(right), right);
  return code.replace(right, wrong);
}

/** Angular's own compiler needs an older TypeScript, so the bindings of its templates are written out as TypeScript. */
function withTemplate(component: string): string {
  const template = /template: `(.*?)`/s.exec(component)?.[1] ?? '';
  const lines = inMarkup(template).flatMap(({ tag, attributes }) =>
    attributes.map(({ name, value }) => {
      const event = /^\((.+)\)$/.exec(name)?.[1];
      if (event)
        return `  document.createElement('${tag}').addEventListener('${event}', ($event) => component.${value});`;
      const bound = /^\[attr\.(.+)\]$/.exec(name)?.[1];
      const expression = bound ? `component.${value} ?? undefined` : JSON.stringify(value);
      return `  attributes<'${tag}'>({ '${bound ?? name}': ${expression} });`;
    }),
  );
  const name = /export class (\w+)/.exec(component)?.[1];
  return `${component}
import type { VervaElements } from './verva/verva-elements';
declare function attributes<Tag extends keyof VervaElements>(all: VervaElements[Tag]['attributes']): void;
export function template(component: ${name}) {\n${lines.join('\n')}\n}\n`;
}

/** Declarations that examples leave to their reader. */
const AROUND = `
declare const element: HTMLElementTagNameMap['verva-task-form'];
declare const app: { get(path: string, ...handlers: ((request: any, response: any) => unknown)[]): void };
declare const signedIn: () => void;
declare const CLIENT_ID: string, CLIENT_SECRET: string;
declare const Buffer: { from(text: string): { toString(encoding: string): string } };
declare const configureVerva: typeof import('https://work.example.org/embed/loader.js').configureVerva;
declare module '@vitejs/plugin-vue' {
  export default function vue(options: { template: { compilerOptions: import('@vue/compiler-dom').CompilerOptions } }): unknown;
}
`;

/** Asserts that the types for pages agree with those that check our own code. */
const AGREE = `
import type { AttributesOf, DetailOf, ElementTag, EventName, PropertiesOf } from '${join(import.meta.dirname, '../../src/shared/element/table/types.ts')}';
import type { VervaElements, VervaEventDetails } from './verva/verva-elements';
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Details = { [Name in EventName | keyof VervaEventDetails]: Same<DetailOf<Name>, VervaEventDetails[Name]> };
type Attributes = { [Tag in ElementTag | keyof VervaElements]: Same<AttributesOf<Tag>, VervaElements[Tag]['attributes']> };
type Own<Tag extends keyof VervaElements> = Omit<VervaElements[Tag]['element'], keyof HTMLElement | 'theme' | 'density'>;
type Properties = { [Tag in ElementTag]: Same<PropertiesOf<Tag>, Own<Tag>> };
type Wrong<All> = { [Name in keyof All]: All[Name] extends true ? never : Name }[keyof All];
export const nothing: Wrong<Details> | Wrong<Attributes> | Wrong<Properties> extends never ? 'agree' : [Wrong<Details>, Wrong<Attributes>, Wrong<Properties>] = 'agree';
`;

test('EMB-06 the examples in the docs use only existing elements, attributes, events and properties', () => {
  const names = [...written('html').flatMap(inMarkup), ...inTsx(react), ...inMarkup(vue), ...inMarkup(angularTemplate)];
  assert.ok(names.length >= 7, `${names.length} elements are used`);
  assert.deepEqual(unknownNames(names), []);
  assert.deepEqual(unknownNames(inTsx('<verva-inbox tsk-id="1" onverva-task-opend={a} />')), [
    'verva-inbox tsk-id',
    'verva-inbox verva-task-opend',
  ]);
  assert.deepEqual(
    unknownNames(inMarkup('<verva-inboxes></verva-inboxes><verva-tasks [attr.querry]="1" (verva-task-opend)="a()">')),
    ['verva-inboxes', 'verva-tasks querry', 'verva-tasks verva-task-opend'],
  );
  for (const { page, line, code } of blocks) {
    assert.deepEqual(unknownWords(code), [], `${page}:${line}`);
    const look = [...code.matchAll(/--verva-([\w-]+)/g)].map(([, name = '']) => name);
    assert.deepEqual(
      look.filter((name) => !(name in DESIGN_TOKENS) && !OWN_TOKENS.test(name)),
      [],
      `${page}:${line}`,
    );
  }
});

test('EMB-06 examples for plain pages, React and Angular compile against the types, and fail with a wrong name', async () => {
  const plain = [...written('js'), ...written('html').flatMap(scriptsOf), ...written('ts', 'plugin-vue')];
  assert.ok(plain.length >= 5, `${plain.length} scripts`);
  const right = {
    ...Object.fromEntries(
      plain.map((code, index) => [`plain-${index}.${/plugin-vue/.test(code) ? 'ts' : 'js'}`, `${code}\nexport {};\n`]),
    ),
    'react.tsx': react,
    'angular.ts': withTemplate(angular),
    'agree.ts': AGREE,
    'around.d.ts': AROUND,
  };
  const wrong = Object.fromEntries([
    ...WRONG.react.map((fault, index) => [`wrong-react-${index}.tsx`, withFault(react, fault)]),
    ...WRONG.angular.map((fault, index) => [`wrong-angular-${index}.ts`, withTemplate(withFault(angular, fault))]),
  ]);
  const folder = projectWith({ ...right, ...wrong }, ['verva-elements.d.ts', 'verva-loader.d.ts', 'verva-react.d.ts']);
  const found = await faultsOf(folder);
  rmSync(folder, { recursive: true });
  const refused = new Map([...found].filter(([file]) => !(file in wrong)));
  assert.deepEqual(Object.fromEntries(refused), {});
  assert.deepEqual(
    Object.keys(wrong).filter((file) => !found.has(file)),
    [],
    'faults that nobody saw',
  );
});

test('EMB-06 the example for Vue compiles against the types, and fails with a wrong name', async () => {
  const wrong = Object.fromEntries(WRONG.vue.map((fault, index) => [`wrong-${index}.vue`, withFault(vue, fault)]));
  const folder = projectWith({ 'Right.vue': vue, ...wrong }, [
    'verva-elements.d.ts',
    'verva-loader.d.ts',
    'verva-vue.d.ts',
  ]);
  const found = await vueFaultsOf(folder);
  rmSync(folder, { recursive: true });
  assert.deepEqual(found.get('Right.vue') ?? [], []);
  assert.deepEqual([...found.keys()].sort(), Object.keys(wrong).sort(), JSON.stringify([...found]));
});
